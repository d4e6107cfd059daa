import { Alert, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMailOff } from "@tabler/icons-react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { type BlockedAddress, unblockAddressSchema } from "#contract/mail/mail.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCan } from "#web/platform/use-can.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ReasonForm } from "#web/ui/reason-form.tsx";
import { useUnblockAddressMutation } from "./mail.api.ts";
import classes from "./mail.module.css";

const WHY: Record<BlockedAddress["reason"], string> = {
  bounced: "a mail to it bounced permanently",
  complained: "its owner marked a mail as spam",
};

/** A blocked address with the reason; members with the permission can lift the block. */
export function BlockedNotice({ order, block }: { order: OrderDetails; block: BlockedAddress }) {
  const mayLift = useCan("mail:unblock");
  const [isLifting, lifting] = useDisclosure(false);
  return (
    <Alert color="coral" icon={<IconMailOff size={20} aria-hidden />} title="Blocked address">
      <div className={classes.blocked}>
        <p>
          {"Mails to "}
          <strong>
            <Breakable text={block.email} />
          </strong>
          <span>{` have been blocked since ${formatDateTimeUtc(block.since)}: ${WHY[block.reason]}. `}</span>
          <span>
            {mayLift
              ? "Use another address, or lift the block."
              : "Use another address. A Manager or an Admin can lift the block."}
          </span>
        </p>
        {mayLift && (
          <Button variant="default" size="xs" onClick={lifting.open}>
            Lift the block
          </Button>
        )}
      </div>
      <Dialog isOpen={isLifting} onClose={lifting.close} title="Lift the block">
        <UnblockForm order={order} block={block} onDone={lifting.close} />
      </Dialog>
    </Alert>
  );
}

const reasonSchema = unblockAddressSchema.pick({ reason: true });

function UnblockForm({ order, block, onDone }: { order: OrderDetails; block: BlockedAddress; onDone: () => void }) {
  const [unblock, { isLoading }] = useUnblockAddressMutation();
  return (
    <ReasonForm
      schema={reasonSchema}
      topic={`block ${order.order_id}`}
      send={({ reason }) => unblock({ orderId: order.order_id, email: block.email, reason }).unwrap()}
      onDone={onDone}
      description="The reason is recorded in the history of this order."
      isLine
      submit="Lift the block"
      loading={isLoading}
    >
      <p className={classes.question}>
        {"Mails may be sent to "}
        <Breakable text={block.email} />
        {" again, for every order. If the next one bounces too, the address is blocked again."}
      </p>
    </ReasonForm>
  );
}
