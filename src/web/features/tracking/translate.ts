import type { Words } from "./english.ts";

type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}` }[keyof T & string];
/** A text of the locale files, `track.heading` for instance. */
export type WordKey = KeysOf<Words>;
export type WordValues = Record<string, string | number>;

/** The text of `key` with its `{{placeholders}}` filled in. React escapes it. */
export function translate(words: Words, key: WordKey, values: WordValues): string {
  const [section = "", name = ""] = key.split(".");
  const text = (words as Record<string, Record<string, string>>)[section]?.[name] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_placeholder, value: string) => String(values[value] ?? ""));
}
