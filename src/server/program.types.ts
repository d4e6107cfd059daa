import type { FastifyBaseLogger } from "fastify";
import type { AppDeps } from "./app.ts";
import type { Config } from "./config.ts";
import type { DemoSource } from "./demo-source.ts";
import type { Clock } from "./platform/clock.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { SignIns } from "./team-setup.ts";

export interface ProgramOptions {
  config: Config;
  log: FastifyBaseLogger;
  now?: Clock;
  /** Intervals and ports of the mail part; tests replace them. */
  services?: ServiceOptions;
  /** False for a process that only answers requests and runs no background jobs. */
  work?: boolean;
  demo?: DemoSource | undefined;
  /** Folder of the built pages; null serves the API only. */
  webRoot?: string | null;
  onRoute?: AppDeps["onRoute"];
  /** The embedded database is permanently lost: the program should end. */
  onFailure?: (error: Error) => void;
}

export interface Program {
  /** The address it listens on, for instance `http://127.0.0.1:3000`. */
  address: string;
  signIns: SignIns;
  /**
   * Shuts down: ends streams, refuses new requests, waits for requests and jobs, closes connections, stops its database
   * last.
   */
  stop(): Promise<void>;
}
