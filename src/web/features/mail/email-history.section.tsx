import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import type { MailEntry } from "#contract/mail/mail.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCommands } from "#web/platform/commands.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { emailColumns } from "./email-columns.tsx";

const loadContent = async () => (await import("./mail-content.tsx")).MailContent;
const loadResend = async () => (await import("./resend-form.tsx")).ResendForm;

const newestFirst = (mails: readonly MailEntry[]) => mails.toSorted((a, b) => b.id - a.id);

/** Every mail of the order and its state. */
export function EmailHistorySection({ order }: { order: OrderDetails }) {
  const [shownMail, setShownMail] = useState<MailEntry | null>(null);
  const [isResending, resending] = useDisclosure(false);
  const hasDocument = order.uploadDoc.length > 0;
  const resend = { label: "Resend the document", icon: IconMailForward, run: resending.open };
  useCommands("This order", [{ ...resend, name: "resendDocument", isListed: hasDocument }]);
  return (
    <Section
      title="Email History"
      empty={order.mailHistory.length === 0 ? "Mails to the customer are listed here." : undefined}
      actions={
        hasDocument && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={resending.open}
          >
            Resend
          </Button>
        )
      }
    >
      {order.mailHistory.length > 0 && (
        <RecordTable
          label="Email History"
          columns={emailColumns(setShownMail)}
          rows={newestFirst(order.mailHistory)}
          rowKey={(mail) => mail.id}
        />
      )}
      <Dialog isOpen={shownMail !== null} onClose={() => setShownMail(null)} title="Email content" size="xl">
        {shownMail !== null && (
          <LoadedPart
            load={loadContent}
            props={{ mailId: shownMail.id }}
            skeleton={<Skeleton height="min(60vh, 560px)" aria-hidden />}
          />
        )}
      </Dialog>
      <Dialog isOpen={isResending} onClose={resending.close} title="Resend the document">
        <LoadedPart load={loadResend} props={{ order, onDone: resending.close }} skeleton={<Skeleton height={220} />} />
      </Dialog>
    </Section>
  );
}
