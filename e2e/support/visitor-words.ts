import { readFileSync } from "node:fs";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { ENGLISH } from "#web/features/tracking/english.ts";

export type Words = typeof ENGLISH;

/** The words of the visitor's pages in a language. */
export const wordsOf = (language: Language): Words =>
  language === "en"
    ? ENGLISH
    : JSON.parse(readFileSync(new URL(`../../src/web/locales/visitor/${language}.json`, import.meta.url), "utf8"));
