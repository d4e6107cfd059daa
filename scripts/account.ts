// npm run account -- list | reset-factors EMAIL | end-sessions EMAIL | setup-link EMAIL: the operator's way back for members
// who are locked out.

import { commandSentence, installationFromEnvironment, reachDatabase } from "./data-copy/installation.ts";
import { runAccountCommand } from "./lib/account-command.ts";

const USAGE = "Usage: npm run account -- list | reset-factors EMAIL | end-sessions EMAIL | setup-link EMAIL";
const publicUrl = process.env.PUBLIC_URL?.replace(/\/+$/, "") || `http://localhost:${process.env.PORT || 3000}`;

const [command = "", email, ...more] = process.argv.slice(2);
try {
  const database = await reachDatabase(installationFromEnvironment());
  try {
    const target = { connectionString: database.connectionString, publicUrl };
    const lines = more.length > 0 ? null : await runAccountCommand(target, command, email);
    if (lines === null) {
      console.error(USAGE);
      process.exitCode = 2;
    } else console.log(lines.join("\n"));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(`Nothing was changed: ${commandSentence(error)}`);
  process.exitCode = 1;
}
