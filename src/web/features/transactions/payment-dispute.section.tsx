import { Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconReceipt } from "@tabler/icons-react";
import { useId } from "react";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { Section } from "#web/ui/section.tsx";
import { hasDisputeTools } from "./dispute-tools.ts";
import { TransactionDialog } from "./transaction.dialog.tsx";

/** What staff need to answer a payment dispute. */
export function PaymentDisputeSection({ order }: { order: OrderDetails }) {
  const [isOpen, dialog] = useDisclosure(false);
  const reason = useId();
  if (!hasDisputeTools(order)) return null;
  return (
    <Section title="Payment dispute">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
          disabled={!order.paid}
          {...(!order.paid && { "aria-describedby": reason })}
          onClick={dialog.open}
        >
          Enter Transaction Details
        </Button>
      </Group>
      {!order.paid && (
        <Text id={reason} size="sm" c="dimmed" mt="xs">
          {MESSAGES.transactionUnpaid}
        </Text>
      )}
      <TransactionDialog order={order} isOpen={isOpen} onClose={dialog.close} />
    </Section>
  );
}
