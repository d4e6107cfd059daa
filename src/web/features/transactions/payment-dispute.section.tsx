import { Button, Group, Skeleton, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFileCertificate, IconReceipt } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { PACK_TYPES, type PackType } from "#contract/packs/packs.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { ClosedDisputes } from "#web/features/disputes/closed-disputes.tsx";
import { PackDialog } from "#web/features/packs/pack.dialog.tsx";
import type { PackFix } from "#web/features/packs/pack-fixes.ts";
import { PACK_NAMES } from "#web/features/packs/pack-labels.ts";
import { runCommand, useCommands } from "#web/platform/commands.ts";
import { afterClosing, Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import { hasDisputeTools } from "./dispute-tools.ts";

const loadForm = async () => (await import("./transaction-form.tsx")).TransactionForm;

/** What staff need to answer a payment dispute: the two packs, the transaction details, the closed disputes. */
export function PaymentDisputeSection({ order }: { order: OrderDetails }) {
  const hasTools = hasDisputeTools(order);
  const [transactionIsOpen, transaction] = useDisclosure(false);
  /** The pack whose pre-flight check led to the transaction details: its dialog reopens afterwards. */
  const [asking, setAsking] = useState<PackType | null>(null);
  const [pack, setPack] = useState<PackType>(1);
  const [packIsOpen, packDialog] = useDisclosure(false);
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
          {hasTools && <Tools order={order} onPack={openPack} onTransaction={transaction.open} />}
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
}

function Tools({ order, onPack, onTransaction }: ToolsProps) {
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
      </Group>
      {!order.paid && (
        <Text id={reason} size="sm" c="dimmed" mt="xs">
          {TRANSACTION_MESSAGES.transactionUnpaid}
        </Text>
      )}
    </>
  );
}
