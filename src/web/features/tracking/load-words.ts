import type { Language } from "#contract/tracking/visitor-languages.ts";
import type { Words } from "./english.ts";

const files = import.meta.glob<Words>(["../../locales/visitor/*.json", "!../../locales/visitor/en.json"], {
  import: "default",
});

/** Fetches the texts of one language; a page brings those of its own. */
export async function loadWords(language: Language): Promise<Words> {
  if (language === "en") return (await import("./english.ts")).ENGLISH;
  const load = files[`../../locales/visitor/${language}.json`];
  if (load === undefined) throw new Error(`no texts for ${language}`);
  return await load();
}
