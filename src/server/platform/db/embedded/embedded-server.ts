import type { PostgresBinaries } from "./binaries.ts";
import type { ServerAccount } from "./postgres-user.ts";

/** The part of a pino logger the supervisor uses. */
export interface EmbeddedLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}

/** Where one embedded server lives and how it is run; made once at the start. */
export interface EmbeddedServer {
  /** Real path of DATA_DIR; named in messages to people. */
  readonly dataDir: string;
  /** The 0700 folder that belongs to the server's account: cluster/, run/ and server.log. */
  readonly home: string;
  readonly clusterDir: string;
  /** Folder of the unix socket, 0700. */
  readonly socketDir: string;
  readonly logFile: string;
  readonly binaries: PostgresBinaries;
  /** The system account the server runs as; undefined: our own. */
  readonly account: ServerAccount | undefined;
  readonly superuserPassword: string;
  readonly applicationPassword: string;
  /** Connections the server takes at once; 100 unless told. */
  readonly maxConnections?: number;
}

/** The port is only part of the socket's file name: the server listens on no network address. */
export const socketPort = 5432;
export const superuser = "postgres";
export const applicationRole = "arrival_desk";
export const applicationDatabase = "arrival_desk";

/** Nothing of our own environment reaches PostgreSQL: PGDATA, PGPORT, LANG or TZ would change what it does. */
export const serverEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
