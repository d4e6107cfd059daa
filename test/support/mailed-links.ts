import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** The path of the link in the newest mail with one of this kind, or "" while there is none. */
export async function newestLink(dataDir: string, kind: "confirm-email" | "contest-email"): Promise<string> {
  const folder = path.join(dataDir, "mail");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  for (const name of names.sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))) {
    const raw = (await readFile(path.join(folder, name), "utf8")).replaceAll("=\r\n", "");
    const [link] = new RegExp(`/${kind}/[\\w-]{43}`).exec(raw) ?? [];
    if (link !== undefined) return link;
  }
  return "";
}
