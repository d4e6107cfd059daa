import { Badge, Button } from "@mantine/core";
import type { LinkMailState, TeamListEntry } from "#contract/team/team.ts";
import { reported } from "#web/platform/reported.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { useResendInvitationMutation, useWithdrawInvitationMutation } from "./invitations.api.ts";
import classes from "./team.module.css";

/** Until when the link works, or that it has ended or could not be mailed. */
export function InvitedTag({ until, mail }: { until: string | null; mail: LinkMailState | null | undefined }) {
  return (
    <>
      <Badge variant="default" size="sm" tt="none" fw={500}>
        Invited
      </Badge>
      <span className={classes.until}>
        {until === null ? (
          <span>The link has expired</span>
        ) : (
          <>
            <span>until</span> <Instant at={until} />
          </>
        )}
      </span>
      {mail === "refused" && (
        <span className={classes.refused}>The mail was refused: check the email, then send it again</span>
      )}
      {mail === "delayed" && (
        <span className={classes.until}>Not mailed yet: the mail server was not ready, we keep trying</span>
      )}
    </>
  );
}

/** In place of Delete while the invitation is not accepted. */
export function InvitedActions({ member }: { member: TeamListEntry }) {
  const [resend, { isLoading: isSending }] = useResendInvitationMutation();
  const [withdraw, { isLoading: isWithdrawing }] = useWithdrawInvitationMutation();
  const confirm = useConfirm();

  const ask = async () => {
    const text = <p>The link in the mail ends, and the email is free again.</p>;
    if (await confirm({ title: `Withdraw the invitation of ${member.name}`, text })) {
      await reported(withdraw(member.id).unwrap(), { tells401: false });
    }
  };

  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        fw={500}
        loading={isSending}
        aria-label={`Send again to ${member.name}`}
        onClick={() => void reported(resend(member.id).unwrap(), { tells401: false })}
      >
        Send again
      </Button>
      <Button
        variant="outline"
        color="coral"
        size="compact-sm"
        fw={500}
        loading={isWithdrawing}
        aria-label={`Withdraw the invitation of ${member.name}`}
        onClick={() => void ask()}
      >
        Withdraw
      </Button>
    </>
  );
}
