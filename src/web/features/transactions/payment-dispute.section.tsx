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
  return (
    <>
      {hasDisputeTools(order) && (
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
        </Section>
      )}
      {/* Beside the section: what is typed in it outlives a colleague's move to where the section does not stand. */}
      <TransactionDialog order={order} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}
