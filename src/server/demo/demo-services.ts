import { writeFile } from "node:fs/promises";
import path from "node:path";
import { FSDriver } from "flydrive/drivers/fs";
import type { Config } from "#server/config.ts";
import type { DatabaseHandle } from "#server/platform/db/client.ts";
import { makeFolder } from "#server/platform/files/durable-write.ts";
import { createLocalFileStore, type FileStore } from "#server/platform/files/file-store.ts";
import { openFileStore } from "#server/platform/files/open-file-store.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { createFileTransport } from "#server/platform/mail/file-transport.ts";
import type { MailTransport } from "#server/platform/mail/mail-transport.ts";
import { createServices, type Secrets, type Services } from "#server/services.ts";
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
  services: Services;
  files: FileStore;
  transport: MailTransport;
}

const nothing = async () => undefined;
/** Nothing is left to a worker: the demo delivers each mail itself. */
const NO_JOBS: Jobs = {
  enqueue: nothing,
  handle: () => undefined,
  schedule: () => undefined,
  start: nothing,
  stop: nothing,
  check: nothing,
};

/**
 * The program's own services, on the demo's clock. Their mails are written to files whatever the configuration says:
 * no demo mail ever leaves. Their files don't wait for the disk: five thousand times that is half a minute, and what
 * a power cut takes is a demo.
 */
export async function createDemoServices(deps: DemoServicesDeps): Promise<DemoServices> {
  const { config, clock, ...rest } = deps;
  const folder = (name: string) => path.resolve(config.dataDir, name);
  for (const name of ["mail", "files"]) await makeFolder(folder(name));
  const files =
    config.storage === null
      ? createLocalFileStore(folder("files"), new FSDriver({ location: folder("files"), visibility: "private" }))
      : await openFileStore(config.storage, folder("files"));
  const transport = createFileTransport(folder("mail"), (file, content) => writeFile(file, content, { mode: 0o600 }));
  const services = await createServices({
    ...rest,
    config,
    jobs: NO_JOBS,
    now: clock.now,
    options: { files, mailRoutes: (provider) => [{ provider, transport }] },
  });
  return { services, files, transport };
}
