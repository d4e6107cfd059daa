import { type SubmitEvent, useState } from "react";
import { useLocation } from "wouter";
import type { TrackArrival } from "#contract/tracking/visitor-page.ts";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import { forgetLanguage } from "#web/platform/language-cookie.ts";
import { toast } from "#web/platform/toasts.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

/** Ends the visit on the server and in this browser. If that fails, the visit continues and the visitor is informed. */
export function useLeave() {
  const { dispatch } = useVisitor();
  const { problemWords } = useWords();
  const [, navigate] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave(event: SubmitEvent) {
    event.preventDefault();
    if (isLeaving) return;
    toast.dismissAll();
    setIsLeaving(true);
    const answer = await visitorApi.leave();
    setIsLeaving(false);
    if (!answer.ok) return void toast.error(problemWords(answer.problem));
    forgetLanguage();
    dispatch({ type: "left" });
    const state: TrackArrival = { notice: "left" };
    navigate(trackPath(), { replace: true, state });
  }

  return { leave, isLeaving };
}
