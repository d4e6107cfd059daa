import { type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { parseOrderId } from "#contract/order-id.ts";
import { toast } from "#web/platform/toasts.ts";
import { UNREADABLE } from "./problem.ts";
import { checkTrack, TRACK_FIELDS, type TrackField, type TrackValues } from "./track-form.ts";
import { orderPath } from "./tracking-paths.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

/** The track form: validated on change and on blur, sent once at a time, and what was typed always stays. */
export function useTrackForm(initialOrderId: string) {
  const [values, setValues] = useState<TrackValues>({ orderId: initialOrderId, email: "" });
  const [touched, setTouched] = useState<readonly TrackField[]>([]);
  const inputs = useRef<Partial<Record<TrackField, HTMLInputElement | null>>>({});
  const { state, dispatch } = useVisitor();
  const { messageWords, problemWords } = useWords();
  const navigate = useNavigate();
  const { request, errors } = checkTrack(values);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTouched(TRACK_FIELDS);
    const wrong = TRACK_FIELDS.find((field) => errors[field] !== undefined);
    if (wrong !== undefined) inputs.current[wrong]?.focus();
    if (request === null || state.loading) return;
    toast.dismissAll();
    dispatch({ type: "asked" });
    const answer = await visitorApi.trackOrder(request);
    const orderId = parseOrderId(request.orderId);
    if (answer.ok && orderId !== null) {
      dispatch({ type: "tracked", orderId });
      toast.success(messageWords(answer.value.message));
      navigate(orderPath(orderId));
      return;
    }
    const problem = answer.ok ? UNREADABLE : answer.problem;
    dispatch({ type: "refused", problem });
    toast.error(problemWords(problem));
  }

  /** What the input of a field is given. */
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

  return { field, submit, isSending: state.loading };
}
