// npm run backup -- FOLDER: copies the database and the stored documents. The program may be running.
import path from "node:path";
import { backupInstallation } from "./data-copy/backup-installation.ts";
import { commandSentence, installationFromEnvironment } from "./data-copy/installation.ts";

const folder = process.argv[2];
if (folder === undefined || process.argv.length > 3) {
  console.error("Usage: npm run backup -- FOLDER (new or empty)");
  process.exit(2);
}
try {
  const installation = installationFromEnvironment();
  const manifest = await backupInstallation(installation, path.resolve(folder));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backup complete: ${rows} rows, ${manifest.files.length} documents in ${path.resolve(folder)}`);
} catch (error) {
  console.error(`The backup failed: ${commandSentence(error)}`);
  process.exitCode = 1;
}
