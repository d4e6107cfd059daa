import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFileCertificate, IconGavel, IconReceipt } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { PACK_TYPES, type PackType } from "#contract/packs/packs.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { ClosedDisputes } from "#web/features/disputes/closed-disputes.tsx";
import { PackDialog } from "#web/features/packs/pack.dialog.tsx";
import type { PackFix } from "#web/features/packs/pack-fixes.ts";
import { PACK_NAMES } from "#web/features/packs/pack-labels.ts";
import { flagValues } from "#web/features/remarks/remark-flags.ts";
import { useAddRemarkMutation } from "#web/features/remarks/remarks.api.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { runCommand, useCommands } from "#web/platform/commands.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { afterClosing, Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import { hasDisputeTools } from "./dispute-tools.ts";

/** The comment that opens a dispute. */
const DISPUTE_COMMENT = "Payment dispute opened.";

const loadForm = async () => (await import("./transaction-form.tsx")).TransactionForm;

/** What staff need to answer a payment dispute: the two packs, the transaction details, the closed disputes. */
export function PaymentDisputeSection({ order }: { order: OrderDetails }) {
  const hasTools = hasDisputeTools(order);
  const [transactionIsOpen, transaction] = useDisclosure(false);
  /** The pack whose pre-flight check led to the transaction details: its dialog reopens afterwards. */
  const [asking, setAsking] = useState<PackType | null>(null);
  const [pack, setPack] = useState<PackType>(1);
  const [packIsOpen, packDialog] = useDisclosure(false);
  /** It was opened here: its details are entered as soon as the order is read again. */
  const [isDisputeAwaited, setDisputeAwaited] = useState(false);
  const hasOpenDispute = order.dispute !== null;
  useEffect(() => {
    if (!isDisputeAwaited || !hasOpenDispute) return;
    setDisputeAwaited(false);
    runCommand("editDispute");
  }, [isDisputeAwaited, hasOpenDispute]);
  const openPack = (type: PackType) => {
    setPack(type);
    packDialog.open();
  };

  const leavePack = (run: () => void) => {
    packDialog.close();
    afterClosing(run);
  };
  const fixes: Record<PackFix, () => void> = {
    upload: () => runCommand("uploadDocument"),
    resend: () => runCommand("resendDocument"),
    transaction: () => {
      setAsking(pack);
      transaction.open();
    },
  };
  const closeTransaction = () => {
    transaction.close();
    setAsking(null);
    if (asking !== null) afterClosing(() => openPack(asking));
  };

  return (
    <>
      {(hasTools || order.disputes.some(({ is_open }) => !is_open)) && (
        <Section title="Payment dispute">
          {hasTools && (
            <Tools
              order={order}
              onPack={openPack}
              onTransaction={transaction.open}
              onDisputeOpened={() => setDisputeAwaited(true)}
            />
          )}
          <ClosedDisputes order={order} />
        </Section>
      )}
      {/* Outside the section: input survives when a colleague moves the order to a status without this section. */}
      <PackDialog
        order={order}
        type={pack}
        isOpen={packIsOpen}
        onClose={packDialog.close}
        onType={setPack}
        onFix={(fix) => leavePack(fixes[fix])}
        onEditDispute={() => leavePack(() => runCommand("editDispute"))}
      />
      <Dialog isOpen={transactionIsOpen} onClose={closeTransaction} title="Transaction details">
        <LoadedPart load={loadForm} props={{ order, onDone: closeTransaction }} skeleton={<Skeleton height={190} />} />
      </Dialog>
    </>
  );
}

interface ToolsProps {
  order: OrderDetails;
  onPack: (type: PackType) => void;
  onTransaction: () => void;
  onDisputeOpened: () => void;
}

function Tools({ order, onPack, onTransaction, onDisputeOpened }: ToolsProps) {
  const reason = useId();
  useCommands("This order", [
    ...PACK_TYPES.map((type) => ({ label: PACK_NAMES[type], icon: IconFileCertificate, run: () => onPack(type) })),
    ...(order.paid ? [{ label: "Enter Transaction Details", icon: IconReceipt, run: onTransaction }] : []),
  ]);
  return (
    <>
      <Group gap="xs">
        {PACK_TYPES.map((type) => (
          <Button
            key={type}
            variant="default"
            leftSection={<IconFileCertificate size={18} aria-hidden />}
            onClick={() => onPack(type)}
          >
            {PACK_NAMES[type]}
          </Button>
        ))}
        <Button
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
          disabled={!order.paid}
          {...(!order.paid && { "aria-describedby": reason })}
          onClick={onTransaction}
        >
          Enter Transaction Details
        </Button>
        {order.dispute === null && <OpenDisputeButton order={order} onOpened={onDisputeOpened} />}
      </Group>
      {!order.paid && (
        <Text id={reason} size="sm" c="dimmed" mt="xs">
          {TRANSACTION_MESSAGES.transactionUnpaid}
        </Text>
      )}
    </>
  );
}

/** Opens a dispute by a comment that says so, as the flag of the comment form does. */
function OpenDisputeButton({ order, onOpened }: { order: OrderDetails; onOpened: () => void }) {
  const [add, { isLoading }] = useAddRemarkMutation();
  const session = useSession();
  const about = `dispute of ${order.order_id}`;
  const open = async () => {
    const body = { orderId: order.order_id, remark: DISPUTE_COMMENT, remarkerName: session?.user.name };
    try {
      await add({ ...body, ...flagValues(["chargeBack"]) }).unwrap();
      onOpened();
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about });
    }
  };
  useCommands("This order", [{ label: "Open a dispute", icon: IconGavel, run: () => void open() }]);
  return (
    <Button
      variant="default"
      leftSection={<IconGavel size={18} aria-hidden />}
      loading={isLoading}
      onClick={() => void open()}
    >
      Open a dispute
    </Button>
  );
}
