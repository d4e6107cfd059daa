// npm run account -- list | reset-factors EMAIL | end-sessions EMAIL: the operator's way back for members who are locked out.

import { commandSentence, installationFromEnvironment, reachDatabase } from "./data-copy/installation.ts";
import { runAccountCommand } from "./lib/account-command.ts";

const [command = "", email, ...more] = process.argv.slice(2);
try {
  const database = await reachDatabase(installationFromEnvironment());
  try {
    const lines = more.length > 0 ? null : await runAccountCommand(database.connectionString, command, email);
    if (lines === null) {
      console.error("Usage: npm run account -- list | reset-factors EMAIL | end-sessions EMAIL");
      process.exitCode = 2;
    } else console.log(lines.join("\n"));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(`Nothing was changed: ${commandSentence(error)}`);
  process.exitCode = 1;
}
