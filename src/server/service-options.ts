import type { Config } from "./config.ts";
import type { HookSettings } from "./features/hooks/hooks.service.ts";
import type { SnsPeer } from "./features/hooks/sns-client.ts";
import type { LiveTimes } from "./features/live/live.service.ts";
import type { MailLimits } from "./features/mail/mail-limits.ts";
import type { MailSchedule } from "./features/mail/mail-schedule.ts";
import type { PackRenderer } from "./features/packs/render/pack-renderer.ts";
import type { Clock } from "./platform/clock.ts";
import type { DatabaseHandle } from "./platform/db/client.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import type { createSpaceWatch } from "./platform/free-space.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { MailTransports } from "./platform/mail/mail-transport.ts";
import type { InspectPdf } from "./platform/pdf/inspect-pdf.ts";

/** Secrets of the installation. */
export interface Secrets {
  /** The first signs; all verify. */
  session: readonly string[];
  intakeKeys: string[];
  /** Seal the secrets of authenticator apps: the first seals, all open. */
  factorKeys: readonly string[];
}

/** Overrides for tests and the demo; none of it is configuration. */
export interface ServiceOptions {
  mailSchedule?: Partial<MailSchedule>;
  mailLimits?: Partial<MailLimits>;
  mailTransports?: MailTransports;
  files?: FileStore;
  inspectPdf?: InspectPdf;
  live?: Partial<LiveTimes>;
  /** Providers that send reports, if not those of the configuration. */
  hooks?: HookSettings;
  sns?: { peer: SnsPeer; limitMs?: number };
  packRenderer?: PackRenderer;
  audit?: { writeMs: number };
  /** Free space of a folder's file system. */
  readFolder?: Parameters<typeof createSpaceWatch>[1];
  viewLog?: { writeMs: number };
  /** Whether `now` goes back only by a fault, as the machine's clock; a script's clock may be set to any time. */
  isMachineClock?: boolean;
}

export interface ServiceDeps {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  jobs: Jobs;
  now: Clock;
  log: Log;
  /** Public address of the program; read late, because a free port is only known once the server listens. */
  publicUrl: () => string;
  options: ServiceOptions;
}
