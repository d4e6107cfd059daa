import { Alert, Button, Group } from "@mantine/core";
import { IconAt } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { type EmailChange, resolveEmailChangeSchema } from "#contract/email-changes/email-changes.ts";
import { EMAIL_CHANGE_MESSAGES } from "#contract/email-changes/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useSession } from "#web/platform/use-session.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ReasonForm } from "#web/ui/reason-form.tsx";
import { useResolveEmailChangeMutation } from "./email-changes.api.ts";
import classes from "./email-changes.module.css";

interface Choice {
  label: string;
  restore: boolean;
  /** What the choice does. */
  words: string;
}

const CANCEL: Choice = {
  label: "Cancel the change",
  restore: true,
  words: "The link that was mailed to the new address stops working, and the email stays as it is.",
};
const KEEP: Choice = {
  label: "Keep the new email",
  restore: false,
  words: "The new email stays, and held mails are sent.",
};
const RESTORE: Choice = {
  label: "Restore the old email",
  restore: true,
  words: "The old email is restored, mails waiting for the new one are cancelled, and both addresses are notified.",
};

/** What is open, and its decision for members with the permission. */
export function OpenChangeNotice({ order, change }: { order: OrderDetails; change: EmailChange }) {
  const isOwn = useSession()?.user.id === change.asked_by_id;
  const [chosen, choose] = useState<Choice | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isContested = change.state === "contested";
  const mayResolve = useCan("orders:correct-email") && order.process_status !== "Deleted" && !(isContested && isOwn);
  const choices = isContested ? [KEEP, RESTORE] : [CANCEL];
  return (
    <Alert
      color={isContested ? "coral" : "saffron"}
      icon={<IconAt size={20} aria-hidden />}
      title={isContested ? "Contested change of the email" : "Change of the email not confirmed yet"}
    >
      <div className={classes.notice}>
        <p>
          {isContested ? <Contested change={change} /> : <Pending change={change} />}
          {isContested && !mayResolve && (
            <span>{` ${isOwn ? EMAIL_CHANGE_MESSAGES.emailChangeOwn : "A Manager or an Admin decides."}`}</span>
          )}
        </p>
        {mayResolve && (
          <Group gap="xs">
            {choices.map((choice) => (
              <Button
                key={choice.label}
                variant="default"
                size="xs"
                onClick={() => {
                  choose(choice);
                  setOpen(true);
                }}
              >
                {choice.label}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={chosen?.label ?? ""}>
        {chosen !== null && <ResolveForm order={order} choice={chosen} onDone={() => setOpen(false)} />}
      </Dialog>
    </Alert>
  );
}

function Pending({ change }: { change: EmailChange }) {
  return (
    <>
      <span>{`${change.asked_by} asked for `}</span>
      <Address email={change.new_email} />
      <span>{` on ${formatDateTimeUtc(change.asked_at)} (${change.reason}). The address has until ${formatDateTimeUtc(change.expires_at)} to confirm it; until then nothing changes.`}</span>
    </>
  );
}

function Contested({ change }: { change: EmailChange }) {
  return (
    <>
      <span>{`${change.asked_by} asked for `}</span>
      <Address email={change.new_email} />
      <span>{` on ${formatDateTimeUtc(change.asked_at)} (${change.reason}). It was confirmed, but the owner of `}</span>
      <Address email={change.old_email ?? "the old address"} />
      <span>{` said on ${formatDateTimeUtc(change.contested_at)} that it was not them. Until this is decided, no mail of this order is sent, and neither address opens it.`}</span>
    </>
  );
}

function Address({ email }: { email: string }) {
  return (
    <strong>
      <Breakable text={email} />
    </strong>
  );
}

const reasonSchema = resolveEmailChangeSchema.pick({ reason: true });

function ResolveForm({ order, choice, onDone }: { order: OrderDetails; choice: Choice; onDone: () => void }) {
  const [resolve, { isLoading }] = useResolveEmailChangeMutation();
  return (
    <ReasonForm
      schema={reasonSchema}
      topic={`email change ${order.order_id} ${choice.restore}`}
      send={({ reason }) => resolve({ orderId: order.order_id, restore: choice.restore, reason }).unwrap()}
      onDone={onDone}
      description="The reason is recorded in the history of this order."
      submit={choice.label}
      cancel="Back"
      loading={isLoading}
    >
      <p className={classes.question}>{choice.words}</p>
    </ReasonForm>
  );
}
