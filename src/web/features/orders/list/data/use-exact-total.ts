import { useCallback, useState } from "react";
import { errorMessage } from "#web/platform/api-error.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";
import { orderRowsApi, useExactTotalQuery } from "./order-rows.api.ts";
import type { SearchQuestion } from "./order-window.ts";

const { exactTotal } = orderRowsApi.endpoints;

/** The exact number of hits, counted on request and again whenever the orders change. */
export function useExactTotal(question: SearchQuestion) {
  const dispatch = useAppDispatch();
  const name = JSON.stringify(question);
  const [askedFor, setAskedFor] = useState<string>();
  const [isCounting, setIsCounting] = useState(false);
  // The result of `read` is shown; rendering it does not count again.
  const options = { skip: askedFor !== name, refetchOnMountOrArgChange: false };
  const { currentData } = useExactTotalQuery(question, options);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` is a new object each time, only its text matters
  const read = useCallback(async (): Promise<number> => {
    const call = dispatch(exactTotal.initiate(question, { forceRefetch: true }));
    try {
      const total = await call.unwrap();
      setAskedFor(name);
      return total;
    } finally {
      call.unsubscribe();
    }
  }, [dispatch, name]);

  const count = useCallback(async () => {
    setIsCounting(true);
    try {
      announce(`${(await read()).toLocaleString("en-US")} orders found`);
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setIsCounting(false);
    }
  }, [read]);

  return { total: currentData, isCounting, read, count };
}
