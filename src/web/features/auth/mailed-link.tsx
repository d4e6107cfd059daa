import { Button } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { type ComponentType, useEffect, useRef } from "react";
import { Link } from "react-router";
import { openLink } from "#contract/auth/account-links.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useLinkToken } from "#web/platform/use-link-token.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { useOpenLinkQuery } from "./account-links.api.ts";
import classes from "./auth.module.css";

export interface LinkProps {
  token: string;
  name: string;
  email: string;
  /** The link turned out to be used or void. */
  onRefused: () => void;
}

interface Props {
  kind: "invitation" | "email";
  form: ComponentType<LinkProps>;
}

/** What the link of this page is for, or why it is none. */
export function OpenedLink({ kind, form }: Props) {
  const token = useLinkToken();
  if (token === null) return <BadLink message={AUTH_MESSAGES.resetTokenMissing} />;
  const isWellFormed = openLink.body.shape.token.safeParse(token).success;
  // A second link opened in this tab starts over.
  return isWellFormed ? (
    <Looked key={token} token={token} kind={kind} form={form} />
  ) : (
    <BadLink message={AUTH_MESSAGES.resetTokenInvalid} />
  );
}

function Looked({ token, kind, form: Form }: Props & { token: string }) {
  // Not on its own: the link is used up while the recovery codes that it brought are shown.
  const { data, error, refetch } = useOpenLinkQuery(token, { refetchOnReconnect: false });
  const isInvalid = error !== undefined && toApiError(error).refusal?.code === "rule_violation";
  if (isInvalid || (data !== undefined && data.data.kind !== kind)) {
    return <BadLink message={AUTH_MESSAGES.resetTokenInvalid} />;
  }
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) {
    return (
      <div className={classes.form}>
        <Loading label="Looking at your link">
          <TextSkeleton lines={3} />
        </Loading>
      </div>
    );
  }
  const { name, email } = data.data;
  return <Form token={token} name={name} email={email} onRefused={refetch} />;
}

/** @param canAsk whether "Forgot password" mails another one */
export function BadLink({ message, canAsk = false }: { message: string; canAsk?: boolean }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div className={classes.form}>
      <div className={classes.note} data-tone="bad" ref={note} tabIndex={-1}>
        <IconLinkOff size={24} aria-hidden />
        <p>{message}</p>
      </div>
      {canAsk && (
        <Button component={Link} to={PATHS.forgotPassword} size="lg" fullWidth>
          Ask for a new link
        </Button>
      )}
    </div>
  );
}
