import { Button } from "@mantine/core";
import { useNavigate } from "react-router";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { PATHS } from "#web/platform/paths.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { useConfirmOwnEmailMutation } from "./account-links.api.ts";
import classes from "./auth.module.css";
import type { LinkProps } from "./mailed-link.tsx";

/** The button confirms, so that a program that scans mails does not. */
export function OwnEmailForm({ token, name, email, onRefused }: LinkProps) {
  const [confirm, { isLoading }] = useConfirmOwnEmailMutation();
  const session = useSession();
  const navigate = useNavigate();

  const send = async () => {
    try {
      const { message } = await confirm(token).unwrap();
      toast.success(message);
      if (session !== null) await navigate(PATHS.account, { replace: true });
      else await navigate(PATHS.signIn, { replace: true, state: { email } });
    } catch (thrown) {
      toast.error(errorMessage(thrown));
      if (toApiError(thrown).refusal?.code === "rule_violation") onRefused();
    }
  };

  return (
    <div className={classes.form}>
      <p className={classes.whose}>
        <strong translate="no">{name}</strong>
        <br />
        <Breakable text={email} />
      </p>
      <Button size="lg" fullWidth loading={isLoading} onClick={() => void send()}>
        Use this email
      </Button>
    </div>
  );
}
