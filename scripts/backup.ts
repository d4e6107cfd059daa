// npm run backup -- FOLDER [--allow-missing-files]: copies the database and the stored files. The program may be running.
import path from "node:path";
import { parseArgs } from "node:util";
import { backupInstallation, noteBackup } from "./data-copy/backup-installation.ts";
import { commandSentence, installationFromEnvironment } from "./data-copy/installation.ts";

const { values, positionals } = parseArgs({
  options: { "allow-missing-files": { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = positionals[0];
if (folder === undefined || positionals.length > 1) {
  console.error("Usage: npm run backup -- FOLDER (new or empty) [--allow-missing-files]");
  process.exit(2);
}
try {
  const installation = installationFromEnvironment();
  const allowMissingFiles = values["allow-missing-files"];
  const { tables, files, missingFiles } = await backupInstallation(installation, path.resolve(folder), {
    allowMissingFiles,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lost = missingFiles === 0 ? "" : ` (${missingFiles} are missing)`;
  console.log(`Backup complete: ${rows} rows, ${files.length} files${lost} in ${path.resolve(folder)}`);
  await noteBackup(installation).catch((error: unknown) =>
    console.error(`The database could not be told of it: ${commandSentence(error)}`),
  );
} catch (error) {
  console.error(`The backup failed: ${commandSentence(error)}`);
  process.exitCode = 1;
}
