import { Button, Group } from "@mantine/core";
import { formatDay } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import classes from "./documents.module.css";
import { FindingMark } from "./finding-mark.tsx";
import { FINDING_FIELD_LABELS, type FindingTone } from "./finding-text.ts";
import type { MismatchAnswer, MismatchedFile } from "./use-mismatch-confirmation.ts";

interface Props {
  order: OrderDetails;
  isOpen: boolean;
  /** The last question; kept while the dialog closes. */
  mismatch: MismatchedFile | undefined;
  onAnswer: (answer: MismatchAnswer) => void;
}

const RESULT_MARKS: Record<"found" | "missing" | "not_checked", { tone: FindingTone; words: string }> = {
  found: { tone: "good", words: "Found" },
  missing: { tone: "bad", words: "Not found" },
  not_checked: { tone: "unclear", words: "Not compared" },
};

/** Asks before a document is sent that may be another customer's: shows which of the order's values were found in it. */
export function WrongDocumentDialog({ order, isOpen, mismatch, onAnswer }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={() => onAnswer("cancel")} title="Is this the right document?">
      {mismatch !== undefined && <Comparison order={order} mismatch={mismatch} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={() => onAnswer("choose")}>
          Choose another file
        </Button>
        <Button color="coral" onClick={() => onAnswer("upload")}>
          Upload anyway
        </Button>
      </Group>
    </Dialog>
  );
}

function Comparison({ order, mismatch }: { order: OrderDetails; mismatch: MismatchedFile }) {
  const values = {
    full_name: order.full_name,
    passport_number: order.passport_number,
    arrival_date: formatDay(order.arrival_date),
  };
  return (
    <>
      <p className={classes.mismatch}>
        {`${mismatch.file.name} does not contain all the details of order ${order.order_id}. This file would be sent to the customer.`}
      </p>
      <table className={classes.comparison}>
        <thead>
          <tr>
            <th scope="col">Compared</th>
            <th scope="col">In the order</th>
            <th scope="col">In the file</th>
          </tr>
        </thead>
        <tbody>
          {mismatch.finding.fields.map(
            ({ field, result }) =>
              result !== "not_held" && (
                <tr key={field}>
                  <th scope="row">{FINDING_FIELD_LABELS[field]}</th>
                  <td>{values[field]}</td>
                  <td>
                    <FindingMark {...RESULT_MARKS[result]} />
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </>
  );
}
