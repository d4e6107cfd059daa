import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/config.ts";
import type { DatabaseHandle } from "#server/platform/db/client.ts";
import { makeFolder } from "#server/platform/files/durable-write.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { createLocalFileStore } from "#server/platform/files/local-file-store.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import { type MailTransport, PROVIDER_TRANSPORTS } from "#server/platform/mail/mail-transport.ts";
import type { InspectPdf } from "#server/platform/pdf/inspect-pdf.ts";
import type { Secrets } from "#server/service-options.ts";
import { createServices, type Services } from "#server/services.ts";
import type { ScriptedClock } from "./scripted-clock.ts";

interface DemoServicesDeps {
  config: Config;
  secrets: Secrets;
  database: DatabaseHandle;
  clock: ScriptedClock;
  log: Log;
  publicUrl: () => string;
}

export interface DemoServices {
  /** The text that the inspection of a PDF returns. */
  textOf: WeakMap<Buffer, string>;
  services: Services;
  files: FileStore;
  transport: MailTransport;
}

const nothing = async () => undefined;
/** No background jobs: the demo delivers each mail itself. */
const NO_JOBS: Jobs = {
  enqueue: nothing,
  handle: () => undefined,
  schedule: () => undefined,
  start: nothing,
  stop: nothing,
  check: nothing,
};

/** No limits: months are simulated within seconds, not in chronological order. */
const UNLIMITED = { order: { most: 1_000_000, windowMs: 1 }, otherAddresses: { most: 1_000_000, windowMs: 1 } };

/**
 * The program's own services on the demo's clock. Mails are always written to files, whatever the configuration, so no
 * demo mail is ever sent. Files are not synced to disk, because a demo may be lost in a power cut. PDFs are not inspected
 * in threads, which would take a third of a second each.
 */
export async function createDemoServices(deps: DemoServicesDeps): Promise<DemoServices> {
  const { config, clock, log, ...rest } = deps;
  const folder = (name: string) => path.resolve(config.dataDir, name);
  for (const name of ["mail", "files"]) await makeFolder(folder(name));
  const files =
    config.storage === null
      ? createLocalFileStore(folder("files"), async (file, content) => {
          await makeFolder(path.dirname(file));
          await writeFile(file, content, { mode: 0o600 });
        })
      : await openFileStore(config.storage, folder("files"));
  const transport = createFileTransport(folder("mail"), (file, content) => writeFile(file, content, { mode: 0o600 }));
  const textOf = new WeakMap<Buffer, string>();
  const inspectPdf: InspectPdf = async (bytes) => ({ kind: "plain", pages: 1, text: textOf.get(bytes) ?? "" });
  // With the providers' transport names, so that provider reports are shown too.
  const services = await createServices({
    ...rest,
    config,
    // The demo's audit events are not logged: they would hide the lines of the start.
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: (context, message) => log.warn(context, message),
      error: (context, message) => log.error(context, message),
    },
    jobs: NO_JOBS,
    now: clock.now,
    options: {
      files,
      mailTransports: (provider) => [{ provider, transport: { ...transport, name: PROVIDER_TRANSPORTS[provider] } }],
      mailLimits: UNLIMITED,
      inspectPdf,
    },
  });
  return { services, files, transport, textOf };
}
