import { Button, TextInput } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { forgotPasswordSchema } from "#contract/auth/auth.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useForgotPasswordMutation } from "./auth.api.ts";
import classes from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";

/** Requests a reset link by mail; the response is the same for every address (decision record 0047). */
export function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string | null>(null);
  return (
    <AuthCard
      title="Forgot password"
      lead={
        answer === null ? "Enter your email, and we will mail you a link to set a new password." : "Check your mail"
      }
    >
      {answer === null ? (
        <AskForm onAnswer={setAnswer} />
      ) : (
        <AskedNote answer={answer} onAskAgain={() => setAnswer(null)} />
      )}
    </AuthCard>
  );
}

function AskForm({ onAnswer }: { onAnswer: (answer: string) => void }) {
  const [ask, { isLoading }] = useForgotPasswordMutation();
  const form = useContractForm(forgotPasswordSchema, { email: "" });

  const submit = useContractSubmit(form, (values) => ask(values).unwrap(), {
    showAnswer: ({ message }) => onAnswer(message),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput label="Email ID" type="email" autoComplete="username" size="lg" {...registerField(form, "email")} />
      <Button type="submit" size="lg" fullWidth loading={isLoading}>
        Send link
      </Button>
    </form>
  );
}

function AskedNote({ answer, onAskAgain }: { answer: string; onAskAgain: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div className={classes.form}>
      <div className={classes.note} ref={note} tabIndex={-1}>
        <IconMailForward size={24} aria-hidden />
        <div>
          <p>{answer}</p>
          <p className={classes.hint}>
            {pageConfig().mailIsWrittenToFiles
              ? "No mail provider is configured here: the mail is written to a file in the data folder."
              : "It works once, within 30 minutes. Nothing after a few minutes? Look in your spam folder."}
          </p>
        </div>
      </div>
      <Button variant="default" size="lg" fullWidth onClick={onAskAgain}>
        Ask again
      </Button>
    </div>
  );
}
