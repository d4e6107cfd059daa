import { createElement, type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { orderPath } from "#contract/tracking/visitor-paths.ts";
import { toast } from "#web/platform/toasts.ts";
import { usePage } from "./page-context.tsx";
import { type Problem, UNREADABLE } from "./problem.ts";
import { MessageWords, ProblemWords } from "./toast-words.tsx";
import { checkTrack, emailFault, TRACK_FIELDS, type TrackField, type TrackValues } from "./track-form.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useArrival, useVisitor } from "./visitor-context.tsx";

/** A form that was sent and not accepted: what was in it, and the server's refusal where it was asked. */
interface Refused {
  values: TrackValues;
  problem: Problem | null;
}

const isNotFound = (problem: Problem | null | undefined) =>
  problem?.kind === "refused" && problem.message === VISITOR_MESSAGES.trackNotFound;

/** The track form: validated on change and on blur, submitted once at a time; typed text always stays. */
export function useTrackForm(initialOrderId: string) {
  const { form } = useArrival();
  const { state, dispatch, first } = useVisitor();
  const [values, setValues] = useState<TrackValues>(form ?? { orderId: initialOrderId, email: "" });
  const [touched, setTouched] = useState<readonly TrackField[]>(form === undefined ? [] : TRACK_FIELDS);
  const arrivedWith = first?.problem ?? null;
  const [refused, setRefused] = useState<Refused | null>(
    form === undefined && arrivedWith === null ? null : { values, problem: arrivedWith },
  );
  const inputs = useRef<Partial<Record<TrackField, HTMLInputElement | null>>>({});
  const { t } = usePage();
  const { messageWords, problemWords } = useWords();
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
    if (request === null) setRefused({ values, problem: null });
    if (request === null || state.loading) return;
    toast.dismissAll();
    dispatch({ type: "requested" });
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
    setRefused({ values, problem });
    toast.error(createElement(ProblemWords, { problem }));
  }

  const isUnknown =
    isNotFound(refused?.problem) && TRACK_FIELDS.every((field) => values[field] === refused?.values[field]);

  /** The props of a field's input. */
  function field(name: TrackField) {
    const refusal = isUnknown && name === "orderId" ? VISITOR_MESSAGES.trackNotFound : undefined;
    const error = touched.includes(name) ? (errors[name] ?? refusal) : undefined;
    // Not before the form was sent: a second line that comes when the field is left would move the button from the click.
    const fault = name === "email" && refused !== null ? emailFault(values.email) : undefined;
    return {
      name,
      value: values[name],
      isInvalid: error !== undefined || isUnknown,
      error: error === undefined ? undefined : messageWords(error),
      hint: fault === undefined ? undefined : t(`track.${fault}`),
      inputRef: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
      onBlur: () => setTouched((current) => (current.includes(name) ? current : [...current, name])),
    };
  }

  /** The errors of the form as it was sent, each with the field to mend; null before. */
  function errorsSent() {
    if (refused === null) return null;
    const { problem } = refused;
    const toMend = isNotFound(problem) ? ("orderId" as const) : undefined;
    if (problem !== null) return [{ field: toMend, words: problemWords(problem) }];
    const sent = checkTrack(refused.values).errors;
    return TRACK_FIELDS.flatMap((name) => {
      const message = sent[name];
      if (message === undefined) return [];
      const fault = name === "email" ? emailFault(refused.values.email) : undefined;
      const words = messageWords(message);
      return [{ field: name, words: fault === undefined ? words : `${words}\n${t(`track.${fault}`)}` }];
    });
  }

  return { field, submit, isSending: state.loading, refused, errorsSent: errorsSent() };
}
