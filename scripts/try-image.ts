// node scripts/try-image.ts [--npmrc FILE] [--certificates FILE] [--keep]
//
// Builds the image without a container engine or an image registry and tries the result: as root, on Debian, with
// buildah, debootstrap and unshare. The base that the Dockerfile names is made here of Debian bookworm, the packaged
// Node.js and npm. Takes some minutes and 4 GB below the system's folder for temporary files; not part of `npm test`.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "#server/platform/db/embedded/start-embedded-postgres.ts";
import { createBuilder } from "./try-image/builder.ts";
import { makeBase } from "./try-image/make-base.ts";
import { openByTcp } from "./try-image/open-by-tcp.ts";
import { tryContainer } from "./try-image/try-container.ts";

const { values } = parseArgs({
  options: { npmrc: { type: "string" }, certificates: { type: "string" }, keep: { type: "boolean" } },
});
const work = await mkdtemp(path.join(tmpdir(), "arrival-desk-image-"));
// PostgreSQL's own account passes through to the database's folder.
await chmod(work, 0o711);
const builder = createBuilder(path.join(work, "containers"));
const log = { info: () => undefined, warn: (context: object, message: string) => console.error(message, context) };
const stops: (() => Promise<void> | void)[] = [() => builder.close()];
try {
  await makeBase(builder, path.join(work, "base"));
  builder.build(values);
  const image = builder.inspect();
  const database = await startEmbeddedPostgres({ dataDir: path.join(work, "database"), log });
  stops.push(database.stop);
  const byTcp = await openByTcp(database.connectionString);
  stops.push(byTcp.close);
  await tryContainer({ image, root: builder.mount(), folder: work, databaseUrl: byTcp.connectionString });
  console.log("The image works.");
} finally {
  for (const stop of stops.reverse()) await stop();
  if (values.keep) console.log(`Kept: ${work}`);
  else await rm(work, { recursive: true, force: true });
}
