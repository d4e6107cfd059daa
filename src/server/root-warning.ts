import type { Config } from "./config.ts";

/** Said at the start of a program that runs as root. The embedded PostgreSQL refuses to, and gets an account of its own. */
export function rootWarning({ databaseUrl }: Pick<Config, "databaseUrl">): string {
  const who =
    databaseUrl === null
      ? "The database runs as the account postgres, everything else keeps all of root's rights."
      : "The program keeps all of root's rights.";
  return `Warning: started as root. ${who}\nStart Arrival Desk as an ordinary user that owns its data folder.`;
}
