import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useWords } from "./use-words.ts";

// Elements instead of text, so that an open toast follows a change of language.

export function MessageWords({ text }: { text: string }) {
  return useWords().messageWords(text);
}

export function ProblemWords({ problem }: { problem: Problem }) {
  return useWords().problemWords(problem);
}

export function LanguageFailedWords() {
  return usePage().t("shell.languageFailed");
}
