import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

interface ResetMail {
  raw: string;
  /** The decoded message, text and HTML concatenated. */
  content: string;
  to: string;
  link: string;
  token: string;
}

/** Parses a message with a one-time link. */
export function readResetMail(raw: string): ResetMail {
  const bytes = raw.replaceAll("=\r\n", "").replace(/=([0-9A-F]{2})/g, (_match, hex: string) => `%${hex}`);
  const content = decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, "%25"));
  const [link = "", token = ""] =
    /https?:\/\/[^\s"]+\/(?:reset-password|invitation|confirm-sign-in-email)#token=([\w-]{43})/.exec(content) ?? [];
  return { raw, content, link, token, to: /^To: (.+)\r$/m.exec(raw)?.[1] ?? "" };
}

/** The reset mails that a program with the file transport wrote to its data folder, oldest first. */
export async function readResetMails(dataDir: string): Promise<(ResetMail & { resetId: number })[]> {
  const folder = path.join(dataDir, "mail/password-resets");
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const { mtimeMs: writtenAt } = await stat(file);
      return { writtenAt, resetId: Number.parseInt(name, 10), ...readResetMail(await readFile(file, "utf8")) };
    }),
  );
  return files.sort((a, b) => a.writtenAt - b.writtenAt);
}

/** The token of the newest link to set up a second factor; "" while there is none. */
export async function newestSetUpToken(dataDir: string): Promise<string> {
  const mails = await readResetMails(dataDir);
  const tokens = mails.map(({ content }) => /\/set-up-factor#token=([\w-]{43})/.exec(content)?.[1]);
  return tokens.findLast((token) => token !== undefined) ?? "";
}
