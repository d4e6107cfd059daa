// npm run restore -- FOLDER [--replace] [--allow-missing-files]: restores a backup. The program must not be running.
import path from "node:path";
import { parseArgs } from "node:util";
import { withoutKeySentence } from "#server/features/auth/factors/missing-keys.ts";
import { commandSentence, installationFromEnvironment } from "./data-copy/installation.ts";
import { restoreInstallation } from "./data-copy/restore-installation.ts";

const { values, positionals } = parseArgs({
  options: {
    replace: { type: "boolean", default: false },
    "allow-missing-files": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const folder = positionals[0];
if (folder === undefined || positionals.length > 1) {
  console.error("Usage: npm run restore -- FOLDER [--replace] [--allow-missing-files]");
  process.exit(2);
}
try {
  const installation = installationFromEnvironment();
  const { manifest, nextOrderId, leftOut, appsWithoutKey } = await restoreInstallation(
    installation,
    path.resolve(folder),
    {
      replace: values.replace,
      allowMissingFiles: values["allow-missing-files"],
    },
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Restored the backup of ${manifest.createdAt}: ${rows} rows, ${manifest.files.length} files.`);
  console.log(
    `The next order gets the number ${nextOrderId}: ${leftOut} numbers are skipped, because customers may have received them after the backup.`,
  );
  if (appsWithoutKey > 0) console.log(withoutKeySentence(appsWithoutKey));
} catch (error) {
  console.error(`The restore failed: ${commandSentence(error)}`);
  process.exitCode = 1;
}
