import { createElement, type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { parseOrderId } from "#contract/order-id.ts";
import { orderPath } from "#contract/visitor-paths.ts";
import { toast } from "#web/platform/toasts.ts";
import { UNREADABLE } from "./problem.ts";
import { MessageWords, ProblemWords } from "./toast-words.tsx";
import { checkTrack, TRACK_FIELDS, type TrackField, type TrackValues } from "./track-form.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useArrival, useVisitor } from "./visitor-context.tsx";

/** The track form: validated on change and on blur, submitted once at a time; typed text always stays. */
export function useTrackForm(initialOrderId: string) {
  const { form } = useArrival();
  const [values, setValues] = useState<TrackValues>(form ?? { orderId: initialOrderId, email: "" });
  const [isSent, setIsSent] = useState(false);
  const [touched, setTouched] = useState<readonly TrackField[]>(form === undefined ? [] : TRACK_FIELDS);
  const inputs = useRef<Partial<Record<TrackField, HTMLInputElement | null>>>({});
  const { state, dispatch } = useVisitor();
  const { messageWords } = useWords();
  const [, navigate] = useLocation();
  const { request, errors } = checkTrack(values);

  // Text that was typed or filled in before this script ran. React keeps it in the inputs but doesn't report it.
  useLayoutEffect(() => {
    const { orderId, email } = inputs.current;
    setValues((current) => ({ orderId: orderId?.value ?? current.orderId, email: email?.value ?? current.email }));
  }, []);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTouched(TRACK_FIELDS);
    const wrong = TRACK_FIELDS.find((field) => errors[field] !== undefined);
    if (wrong !== undefined) inputs.current[wrong]?.focus();
    if (request === null || state.loading) return;
    toast.dismissAll();
    setIsSent(true);
    dispatch({ type: "asked" });
    const answer = await visitorApi.trackOrder(request);
    const orderId = parseOrderId(request.orderId);
    if (answer.ok && orderId !== null) {
      dispatch({ type: "tracked", orderId });
      const page = orderPath(orderId);
      toast.success(createElement(MessageWords, { text: answer.value.message }), { id: page });
      navigate(page);
      return;
    }
    const problem = answer.ok ? UNREADABLE : answer.problem;
    dispatch({ type: "refused", problem });
    toast.error(createElement(ProblemWords, { problem }));
  }

  /** The props of a field's input. */
  function field(name: TrackField) {
    const error = touched.includes(name) ? errors[name] : undefined;
    return {
      name,
      value: values[name],
      error: error === undefined ? undefined : messageWords(error),
      inputRef: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
      onBlur: () => setTouched((current) => (current.includes(name) ? current : [...current, name])),
    };
  }

  return { field, submit, isSending: state.loading, isSent };
}
