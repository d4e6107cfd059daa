import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isGrantLost, type Problem } from "./problem.ts";
import { type TrackArrival, trackPath } from "./tracking-paths.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

/** An order's progress and downloads: fetched on entry, again by `retry` and `refetch`; the other order's answer is dropped. */
export function useOrder(orderId: number) {
  const { state, dispatch } = useVisitor();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState(0);
  const leaving = useRef<AbortSignal>(null);

  /** True when it dealt with the problem: the visitor is back at the form and told why. */
  const sendBack = useCallback(
    (problem: Problem) => {
      if (!isGrantLost(problem)) return false;
      dispatch({ type: "grantLost", orderId });
      const arrival: TrackArrival = { mustProveAgain: true };
      navigate(trackPath(orderId), { replace: true, state: arrival });
      return true;
    },
    [dispatch, navigate, orderId],
  );

  /** Fetches without a skeleton and keeps what is shown when that fails. */
  const refetch = useCallback(async (): Promise<Problem | null> => {
    const signal = leaving.current;
    if (signal === null) return null;
    const answer = await visitorApi.getDownloadHistory({ orderId: String(orderId) }, signal);
    if (signal.aborted) return null;
    if (!answer.ok) return sendBack(answer.problem) ? null : answer.problem;
    const { data, mainResult, path } = answer.value;
    dispatch({ type: "historyReceived", list: data, mainResult, file1: path.file1 });
    return null;
  }, [dispatch, orderId, sendBack]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller.signal;
    dispatch({ type: "asked" });
    refetch().then((problem) => problem !== null && dispatch({ type: "refused", problem }));
    return () => controller.abort();
  }, [dispatch, refetch, attempt]);

  const isLoaded = state.mainResult?.order_id === orderId;
  return { isLoaded, state, refetch, sendBack, retry: () => setAttempt((count) => count + 1) };
}
