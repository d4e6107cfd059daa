import { Button } from "@mantine/core";
import { formatDay } from "#contract/dates.ts";
import type { Question, QuestionState as State } from "#contract/questions/questions.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useCloseQuestionMutation } from "./questions.api.ts";
import classes from "./questions.module.css";

const WANTED = { text: "an answer", file: "a file", both: "an answer or a file" } as const;
const STATES: Record<State, string> = {
  open: "not answered yet",
  answered: "answered",
  closed: "closed",
  withdrawn: "never asked",
};

/** What a message asks for and what became of it. */
export function QuestionState({ orderId, question }: { orderId: number; question: Question }) {
  const { question_id: questionId, wants, answer_by: answerBy, state } = question;
  const until = answerBy === null ? "" : ` until ${formatDay(answerBy)}`;
  return (
    <p className={classes.state}>
      <span>{`Asks for ${WANTED[wants]}${until}: ${STATES[state]}`}</span>
      {state === "open" && <CloseQuestion orderId={orderId} questionId={questionId} words="Close the question" />}
    </p>
  );
}

export function CloseQuestion({ orderId, questionId, words }: { orderId: number; questionId: number; words: string }) {
  const [close, { isLoading }] = useCloseQuestionMutation();
  const run = async () => {
    try {
      await close({ orderId, questionId }).unwrap();
    } catch (error) {
      toast.error(errorMessage(error), { about: `question ${questionId}` });
    }
  };
  return (
    <Button variant="default" size="compact-xs" loading={isLoading} data-screen-only onClick={run}>
      {words}
    </Button>
  );
}
