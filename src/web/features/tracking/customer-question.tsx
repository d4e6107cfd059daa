import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { formatDay } from "#contract/dates.ts";
import { answerProblem } from "#contract/questions/answer-problem.ts";
import { ANSWER_TEXT_MAX } from "#contract/questions/question-limits.ts";
import type { VisitorQuestion } from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { answerPath } from "#contract/tracking/visitor-paths.ts";
import { forgetAnswer, keepAnswer, keptAnswer } from "./answer-draft.ts";
import styles from "./form-card.module.css";
import { isolated } from "./isolated.ts";
import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

interface Props {
  orderId: number;
  question: VisitorQuestion;
  refetch: () => Promise<unknown>;
  sendBack: (problem: Problem) => boolean;
}

type Phase = { name: "idle" | "sent" } | { name: "sending"; share: number } | { name: "failed"; words: string };

/** The office's question and the form that answers it. Without script the form is sent as it is. */
export function CustomerQuestion({ orderId, question, refetch, sendBack }: Props) {
  const { t } = usePage();
  const { first } = useVisitor();
  const { problemWords, messageWords } = useWords();
  const { question_id: questionId, wants, answer_by: answerBy, answered_at: answeredAt } = question;
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const arrivedWith = first?.typedAnswer === undefined ? undefined : first.problem;
  const [phase, setPhase] = useState<Phase>(
    arrivedWith === undefined ? { name: "idle" } : { name: "failed", words: problemWords(arrivedWith) },
  );
  const isFailed = phase.name === "failed";

  // What was typed when the visit ended, or before this script ran; after hydration, which expects the server's text.
  useEffect(() => {
    if (text.current !== null && text.current.value === "") text.current.value = keptAnswer(questionId);
  }, [questionId]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (phase.name === "sending") return;
    const form = event.currentTarget;
    const body = new FormData(form);
    const problem = answerProblem(
      String(body.get("text") ?? ""),
      body.getAll("files").filter((file): file is File => file instanceof File && file.name !== ""),
    );
    if (problem !== null) {
      setPhase({ name: "failed", words: messageWords(problem) });
      (problem === VISITOR_MESSAGES.answerEmpty ? text : files).current?.focus();
      return;
    }
    setPhase({ name: "sending", share: 0 });
    const answer = await visitorApi.answerQuestion(body, (share) => setPhase({ name: "sending", share }));
    if (answer.ok) {
      form.reset();
      if (text.current !== null) text.current.value = "";
      forgetAnswer(questionId);
      setPhase({ name: "sent" });
      await refetch();
      return;
    }
    if (sendBack(answer.problem)) return;
    // Also when the question was closed meanwhile: the form stays, with what was typed.
    setPhase({ name: "failed", words: problemWords(answer.problem) });
  }

  return (
    <section className={styles.card} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{t("question.heading")}</h2>
      <p className={styles.text} dir="auto">
        {question.text}
      </p>
      {answerBy !== null && <p>{t("question.by", { date: isolated(formatDay(answerBy)) })}</p>}
      {answeredAt !== null && (
        <p className={styles.answered}>{t("question.answered", { date: isolated(formatDay(answeredAt)) })}</p>
      )}
      <form
        className={styles.form}
        method="post"
        action={answerPath(orderId)}
        encType="multipart/form-data"
        onSubmit={submit}
      >
        <input type="hidden" name="orderId" value={orderId} />
        <input type="hidden" name="questionId" value={questionId} />
        <label htmlFor={`${id}-text`}>{t("question.text")}</label>
        <textarea
          id={`${id}-text`}
          ref={text}
          name="text"
          rows={4}
          maxLength={ANSWER_TEXT_MAX}
          dir="auto"
          defaultValue={first?.typedAnswer ?? ""}
          aria-invalid={isFailed}
          aria-describedby={`${id}-error`}
          onChange={(event) => keepAnswer(questionId, event.target.value)}
        />
        {wants !== "text" && (
          <>
            <label htmlFor={`${id}-files`}>{t("question.files")}</label>
            <input
              id={`${id}-files`}
              ref={files}
              name="files"
              type="file"
              multiple
              accept="image/*,application/pdf"
              aria-describedby={`${id}-hint`}
            />
            <p id={`${id}-hint`} className={styles.hint}>
              {t("question.hint")}
            </p>
          </>
        )}
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {phase.name === "failed" && phase.words}
        </p>
        <button
          type="submit"
          className="button"
          aria-disabled={phase.name === "sending"}
          aria-busy={phase.name === "sending"}
        >
          {t("question.send")}
        </button>
        <p role="status" className={styles.status}>
          {phase.name === "sending" && <span>{t("question.sending")}</span>}
          {phase.name === "sent" && <span>{messageWords(VISITOR_MESSAGES.answerSent)}</span>}
        </p>
        {phase.name === "sending" && (
          <progress className={styles.progress} value={phase.share} aria-label={t("question.sending")} />
        )}
      </form>
    </section>
  );
}
