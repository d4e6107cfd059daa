import { AsyncLocalStorage } from "node:async_hooks";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { DemoDeps } from "#server/demo-source.ts";
import type { DatabaseHandle } from "#server/platform/db/client.ts";
import { makeFolder, type writeDurably } from "#server/platform/files/durable-write.ts";
import { createLocalFileStore } from "#server/platform/files/local-file-store.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import { PROVIDER_TRANSPORTS } from "#server/platform/mail/mail-transport.ts";
import { createServices } from "#server/services.ts";

const nothing = async () => undefined;
const ignored = () => undefined;
/** No background jobs: the demo delivers each mail itself. */
export const NO_JOBS: Jobs = {
  ...{ enqueue: nothing, start: nothing, stop: nothing, check: nothing },
  ...{ handle: ignored, schedule: ignored },
};

/** No limits: months are simulated within seconds, not in chronological order. */
const UNLIMITED = { most: 1_000_000, windowMs: 1 };

/**
 * The program's own services at a time that `at` sets. Mails are always written to files, whatever the configuration, so no
 * demo mail is ever sent. Files are not synced to disk, because a demo may be lost in a power cut. PDFs are not inspected
 * in threads, which would take a third of a second each.
 */
export async function createDemoServices({ config, now, log, ...deps }: DemoDeps, database: DatabaseHandle) {
  const folder = (name: string) => path.resolve(config.dataDir, name);
  for (const name of ["mail", "files"]) await makeFolder(folder(name));
  const write: typeof writeDurably = async (file, content) => {
    await makeFolder(path.dirname(file));
    await writeFile(file, content, { mode: 0o600 });
  };
  const files =
    config.storage === null
      ? createLocalFileStore(folder("files"), write)
      : await openFileStore(config.storage, folder("files"));
  const transport = createFileTransport(folder("mail"), write);
  // Of each step that runs: several do at once.
  const times = new AsyncLocalStorage<Date>();
  const services = await createServices({
    ...{ ...deps, config, database, jobs: NO_JOBS },
    now: () => times.getStore() ?? now(),
    // The demo's audit events are not logged: they would hide the lines of the start.
    log: { debug: ignored, info: ignored, warn: log.warn.bind(log), error: log.error.bind(log) },
    options: {
      files,
      // With the providers' transport names, so that provider reports are shown too.
      mailTransports: (provider) => [{ provider, transport: { ...transport, name: PROVIDER_TRANSPORTS[provider] } }],
      mailLimits: { order: UNLIMITED, otherAddresses: UNLIMITED },
      // The words of the demo's files are not compressed.
      inspectPdf: async (bytes) => ({ kind: "plain", pages: 1, text: bytes.toString("latin1") }),
    },
  });
  return { services, files, transport, at: <T>(time: Date, act: () => Promise<T>) => times.run(time, act) };
}
export type DemoServices = Awaited<ReturnType<typeof createDemoServices>>;
