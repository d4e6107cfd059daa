import { VISITOR_MESSAGES, type VisitorMessage } from "#contract/tracking/visitor-messages.ts";
import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

const NAMES = Object.keys(VISITOR_MESSAGES) as VisitorMessage[];

/** Translates messages of the server, of schemas and of the connection. */
export function useWords() {
  const { t, language } = usePage();
  const isHydrated = useIsHydrated();

  function messageWords(text: string): string {
    const name = NAMES.find((each) => VISITOR_MESSAGES[each] === text);
    return name === undefined ? text : t(`messages.${name}`);
  }

  function problemWords(problem: Problem): string {
    if (problem.kind === "offline") return t("problem.offline");
    if (problem.kind === "refused") {
      const { message, requestId: reference } = problem;
      const words = messageWords(message);
      return reference === undefined ? words : `${words}\n${t("problem.reference", { reference })}`;
    }
    // The server doesn't know the visitor's time zone, so it names one.
    const zone = isHydrated ? {} : { timeZone: "UTC", timeZoneName: "short" as const };
    const format = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", ...zone });
    return t("problem.waitUntil", { time: format.format(problem.until) });
  }

  return { messageWords, problemWords };
}
