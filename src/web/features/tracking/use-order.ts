import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { TrackArrival } from "#contract/tracking/visitor-page.ts";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import { usePage } from "./page-context.tsx";
import { isGrantLost, type Problem } from "./problem.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

/** An order's progress and downloads: from the server's page or fetched on entry, and by `retry` and `refetch`; responses for another order are dropped. */
export function useOrder(orderId: number) {
  const { state, dispatch, first } = useVisitor();
  const { language } = usePage();
  const [, navigate] = useLocation();
  // The server rendered this screen with the order, or with the reason why it can't be shown.
  const [isGiven] = useState(first !== null);
  const [attempt, setAttempt] = useState(0);
  const leaving = useRef<AbortSignal>(null);

  /** True when it handled the problem: the visitor is back at the form with the reason. */
  const sendBack = useCallback(
    (problem: Problem) => {
      if (!isGrantLost(problem)) return false;
      dispatch({ type: "grantLost", orderId });
      const state: TrackArrival = { notice: "proveAgain" };
      navigate(trackPath(orderId), { replace: true, state });
      return true;
    },
    [dispatch, navigate, orderId],
  );

  /** Fetches without a skeleton and keeps the current data on failure. @returns the document's name, or the problem */
  const refetch = useCallback(async (): Promise<Problem | string | null> => {
    const signal = leaving.current;
    if (signal === null) return null;
    const answer = await visitorApi.getDownloadHistory({ orderId: String(orderId), hasSteps: true }, signal);
    if (signal.aborted) return null;
    if (!answer.ok) return sendBack(answer.problem) ? null : answer.problem;
    const { data, mainResult, path } = answer.value;
    dispatch({ type: "historyReceived", list: data, mainResult, file1: path.file1 });
    return path.file1;
  }, [dispatch, orderId, sendBack]);

  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller.signal;
    if (!isGiven || attempt > 0) {
      dispatch({ type: "requested" });
      void refetch().then((fetched) => {
        if (fetched !== null && typeof fetched !== "string") dispatch({ type: "refused", problem: fetched });
      });
    }
    return () => controller.abort();
  }, [dispatch, refetch, attempt, isGiven]);

  // Mails follow the language in which the customer reads the page; its cookie goes with the next call.
  const [told, setTold] = useState(language);
  useEffect(() => {
    if (language === told) return;
    setTold(language);
    void refetch();
  }, [language, told, refetch]);

  const isLoaded = state.mainResult?.order_id === orderId;
  return { isLoaded, state, refetch, sendBack, retry: () => setAttempt((count) => count + 1) };
}
