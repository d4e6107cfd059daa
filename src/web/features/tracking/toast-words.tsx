import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useWords } from "./use-words.ts";

// Elements instead of text, so that an open toast follows a change of language, also in a page that the browser translated.

export function MessageWords({ text }: { text: string }) {
  return <span>{useWords().messageWords(text)}</span>;
}

export function ProblemWords({ problem }: { problem: Problem }) {
  return <span>{useWords().problemWords(problem)}</span>;
}

export function LanguageFailedWords() {
  return <span>{usePage().t("shell.languageFailed")}</span>;
}
