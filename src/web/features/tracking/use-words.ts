import { useTranslation } from "react-i18next";
import type { Problem } from "./problem.ts";
import { visitorMessageName } from "./visitor-messages.ts";

/** Words in the visitor's language for what the server, a schema or the connection said. */
export function useWords() {
  const { t, i18n } = useTranslation();

  function messageWords(text: string): string {
    const name = visitorMessageName(text);
    return name === undefined ? text : t(`messages.${name}`);
  }

  function problemWords(problem: Problem): string {
    if (problem.kind === "offline") return t("problem.offline");
    if (problem.kind === "refused") {
      const { message, requestId: reference } = problem;
      const words = messageWords(message);
      return reference === undefined ? words : `${words}\n${t("problem.reference", { reference })}`;
    }
    const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short" }).format(problem.until);
    return t("problem.waitUntil", { time });
  }

  return { messageWords, problemWords };
}
