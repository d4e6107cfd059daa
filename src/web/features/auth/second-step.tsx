import { Anchor, Button, Group, Text } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod";
import type { SessionUser } from "#contract/auth/auth.ts";
import { secondFactorSchema, secondFactorTicketSchema } from "#contract/factors/factors.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import { canUsePasskeys } from "#web/features/factors/can-use-passkeys.ts";
import { CodeField, RecoveryCodeField } from "#web/features/factors/code-field.tsx";
import { useSecondFactorMutation, useSecondFactorOptionsMutation } from "#web/features/factors/factors.api.ts";
import { PasskeyButton } from "#web/features/factors/passkey-button.tsx";
import { errorMessage } from "#web/platform/api-error.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { storeSession } from "#web/platform/session.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import classes from "./auth.module.css";
import { signedIn } from "./auth.slice.ts";

interface Props {
  /** `data` of the refusal of the first step. */
  refused: unknown;
  email: string;
  onStartOver: () => void;
}

const { code, recoveryCode } = secondFactorSchema.shape;
const codeForm = z.object({ code: code.unwrap() });
const recoveryForm = z.object({ recoveryCode: recoveryCode.unwrap() });

/** Refusals after which no other answer helps. */
const OVER: readonly string[] = [FACTOR_MESSAGES.ticketGone, FACTOR_MESSAGES.passkeyNeeded];

/** `m•••@example.com` */
const masked = (email: string) => email.replace(/^(.)[^@]*/, "$1•••");

/** The second step of a sign-in. */
export function SecondStep({ refused, email, onStartOver }: Props) {
  const ticket = useMemo(() => secondFactorTicketSchema.parse(refused), [refused]);
  const canUseCode = ticket.methods.includes("totp");
  const canUsePasskey = ticket.methods.includes("passkey") && canUsePasskeys();
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className={classes.form}>
      <Text ta="center">
        <span>Confirm that it is you,</span> <span>{masked(email)}</span>
      </Text>
      {canUsePasskey && <ByPasskey ticket={ticket.ticket} onStartOver={onStartOver} />}
      {isRecovery || (!canUseCode && !canUsePasskey) ? (
        <ByRecoveryCode ticket={ticket.ticket} onStartOver={onStartOver} />
      ) : (
        canUseCode && <ByCode ticket={ticket.ticket} onStartOver={onStartOver} />
      )}
      <Group justify="space-between" gap="xs">
        {(canUseCode || (canUsePasskey && !isRecovery)) && ticket.methods.includes("recovery_code") && (
          <Anchor
            component="button"
            type="button"
            className={classes.link ?? ""}
            onClick={() => setRecovery(!isRecovery)}
          >
            <span>{isRecovery ? "Use the app's code" : "Use a recovery code"}</span>
          </Anchor>
        )}
        <Anchor component="button" type="button" className={classes.link ?? ""} onClick={onStartOver}>
          Start over
        </Anchor>
      </Group>
    </div>
  );
}

interface AnswerProps {
  ticket: string;
  onStartOver: () => void;
}

type Answer = Omit<z.input<typeof secondFactorSchema>, "ticket">;

/** Sends an answer; a ticket that is gone leads back to the first step. */
function useAnswer({ ticket, onStartOver }: AnswerProps) {
  const [answer, { isLoading }] = useSecondFactorMutation();
  const dispatch = useAppDispatch();
  return {
    isLoading,
    send: (given: Answer) => answer({ ticket, ...given }).unwrap(),
    options: {
      about: "sign-in",
      onDone: ({ jwtToken, data }: { jwtToken: string; data: SessionUser }) => {
        dispatch(signedIn(data));
        storeSession(jwtToken);
      },
      onRefused: ({ message }: { message: string }) => OVER.includes(message) && onStartOver(),
    },
  };
}

function ByPasskey(props: AnswerProps) {
  const { ticket, onStartOver } = props;
  const [begin] = useSecondFactorOptionsMutation();
  const { send, options } = useAnswer(props);
  return (
    <PasskeyButton
      label="Use a passkey"
      size="lg"
      fullWidth
      begin={async () => {
        try {
          return (await begin({ ticket }).unwrap()).data;
        } catch (thrown) {
          if (errorMessage(thrown) === FACTOR_MESSAGES.ticketGone) onStartOver();
          throw thrown;
        }
      }}
      send={async (assertion) => options.onDone(await send({ assertion }))}
    />
  );
}

function ByCode(props: AnswerProps) {
  const form = useContractForm(codeForm, { code: "" });
  return (
    <TypedAnswer {...props} form={form}>
      <CodeField size="lg" data-autofocus {...registerField(form, "code")} />
    </TypedAnswer>
  );
}

function ByRecoveryCode(props: AnswerProps) {
  const form = useContractForm(recoveryForm, { recoveryCode: "" });
  return (
    <TypedAnswer {...props} form={form}>
      <RecoveryCodeField size="lg" data-autofocus {...registerField(form, "recoveryCode")} />
    </TypedAnswer>
  );
}

interface TypedProps<I extends FieldValues, O> extends AnswerProps {
  form: UseFormReturn<I, unknown, O>;
  /** The field. */
  children: ReactNode;
}

function TypedAnswer<I extends FieldValues, O extends Answer>({ form, children, ...props }: TypedProps<I, O>) {
  const { isLoading, send, options } = useAnswer(props);
  return (
    <form className={classes.form} onSubmit={useContractSubmit(form, send, options)} noValidate>
      {children}
      <Button type="submit" size="lg" fullWidth loading={isLoading}>
        Confirm
      </Button>
    </form>
  );
}
