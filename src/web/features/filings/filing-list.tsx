import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload, IconSend, IconSendOff } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { DOCUMENT_TYPES } from "#contract/documents/documents.ts";
import { filingProfile } from "#contract/filings/filing-profile.ts";
import { type Filing, getFilingReceipt, voidFilingSchema } from "#contract/filings/filings.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { servedName } from "#contract/served-name.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { saveBytes } from "#web/platform/file-tab.ts";
import { toast } from "#web/platform/toasts.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import line from "#web/ui/file-line.module.css";
import { ReasonForm } from "#web/ui/reason-form.tsx";
import { useVoidFilingMutation } from "./filings.api.ts";
import classes from "./filings.module.css";

/** What was filed with the authority, newest first. */
export function FilingList({ order }: { order: OrderDetails }) {
  return (
    <ul>
      {order.filings.map((filing) => (
        <FilingEntry key={filing.id} orderId={order.order_id} filing={filing} />
      ))}
    </ul>
  );
}

function FilingEntry({ orderId, filing }: { orderId: number; filing: Filing }) {
  const { reference, receipt, voided_at, voided_by, void_reason } = filing;
  const [isVoiding, voiding] = useDisclosure(false);
  const Icon = voided_at === null ? IconSend : IconSendOff;
  return (
    <li className={`${line.line} ${classes.filing}`} data-voided={voided_at !== null}>
      <Icon className={line.icon} size={22} stroke={1.5} aria-hidden />
      <div className={`${line.about} ${classes.about}`}>
        <p className={classes.reference}>
          <span>{reference}</span> <CopyButton value={reference} what="reference" />
        </p>
        <p className={line.facts}>{recordedText(filing)}</p>
        {voided_at !== null && (
          <p className={classes.voided}>
            {`Voided ${formatDateTimeUtc(voided_at)}${voided_by === null ? "" : ` by ${voided_by}`}: ${void_reason}`}
          </p>
        )}
        <AsFiled filing={filing} />
      </div>
      <Group gap={4}>
        {receipt !== null && <ReceiptButton orderId={orderId} filing={filing} type={receipt.content_type} />}
        {voided_at === null && (
          <Button
            variant="subtle"
            size="xs"
            color="coral"
            aria-label={`Void filing ${reference}`}
            onClick={voiding.open}
          >
            Void
          </Button>
        )}
      </Group>
      <Dialog isOpen={isVoiding} onClose={voiding.close} title={`Void filing ${reference}`}>
        <VoidForm orderId={orderId} filing={filing} onDone={voiding.close} />
      </Dialog>
    </li>
  );
}

function AsFiled({ filing: { profile, facts } }: { filing: Filing }) {
  const fields = filingProfile(profile).sections.flatMap((section) => [...section.fields]);
  return (
    <details className={classes.asFiled}>
      <summary>As filed</summary>
      <dl>
        {fields.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd dir="auto">{facts[key] ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface ReceiptProps {
  orderId: number;
  filing: Filing;
  type: keyof typeof DOCUMENT_TYPES;
}

function ReceiptButton({ orderId, filing, type }: ReceiptProps) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const bytes = await fetchFile(getFilingReceipt, { params: { filingId: filing.id } });
      saveBytes(bytes, type, servedName(orderId, `receipt-${filing.id}.${DOCUMENT_TYPES[type]}`));
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="subtle"
      size="xs"
      loading={isBusy}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Download the receipt of ${filing.reference}`}
      onClick={download}
    >
      Receipt
    </Button>
  );
}

const reasonSchema = voidFilingSchema.pick({ reason: true });

function VoidForm({ orderId, filing, onDone }: { orderId: number; filing: Filing; onDone: () => void }) {
  const [send, { isLoading }] = useVoidFilingMutation();
  return (
    <ReasonForm
      schema={reasonSchema}
      topic={`void ${filing.id}`}
      send={({ reason }) => send({ orderId, body: { filingId: filing.id, reason } }).unwrap()}
      about={`void ${filing.id}`}
      sticky
      onDone={onDone}
      label="Why does this filing not count?"
      description="The filing stays on record with this reason. The defence packs leave it out."
      submit="Void the filing"
      color="coral"
      loading={isLoading}
      mt={0}
    />
  );
}

/** Who recorded a filing, and when. */
function recordedText({ filed_at, recorded_at, recorded_by }: Filing): string {
  const by = recorded_by === null ? "" : ` by ${recorded_by}`;
  return `Filed ${formatDateTimeUtc(filed_at)}${by}, recorded ${formatDateTimeUtc(recorded_at)}`;
}
