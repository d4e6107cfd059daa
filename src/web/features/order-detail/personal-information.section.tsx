import { Button, Group } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ChangeEmail } from "#web/features/email-changes/change-email.tsx";
import { CorrectOrderDrawer } from "#web/features/orders/corrections/correct-order.drawer.tsx";
import { useCommands } from "#web/platform/commands.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { Section } from "#web/ui/section.tsx";
import { FieldList } from "./field-list.tsx";
import type { KnownOrder } from "./known-order.ts";
import { personalFields } from "./order-fields.ts";

interface Props {
  known: KnownOrder;
  /** Undefined while only its row is known. */
  order: OrderDetails | undefined;
  className: string;
  /** More buttons beside those of corrections. */
  children: ReactNode;
}

/** The traveller and the journey, as they are now or as they were submitted, and their correction. */
export function PersonalInformationSection({ known, order, className, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isSubmissionShown, setSubmissionShown] = useState(false);
  const open = () => setOpen(order !== undefined);
  useShortcut("correct", open);
  useCommands("This order", order === undefined ? [] : [{ label: "Correct the order", icon: IconPencil, run: open }]);
  const submitted = order?.submitted ?? null;
  const fields = personalFields(known);
  // What is wrong with a value is known of the present ones.
  const {
    telephone_e164: _telephone,
    nationality_given: _given,
    nationality_likely: _likely,
    doubts: _doubts,
    ...plain
  } = known;
  const asSubmitted = submitted === null ? fields : personalFields({ ...plain, ...personal(submitted) });
  const before = new Map(asSubmitted.map(({ label, value }) => [label, value]));
  const shown =
    isSubmissionShown && submitted !== null
      ? asSubmitted
      : fields.map((field) => ({ ...field, isCorrected: before.get(field.label) !== field.value }));
  return (
    <Section
      title="Personal Information"
      className={className}
      actions={
        <Group gap="xs" justify="flex-end">
          {submitted !== null && (
            <Button
              size="xs"
              variant={isSubmissionShown ? "filled" : "default"}
              aria-pressed={isSubmissionShown}
              onClick={() => setSubmissionShown(!isSubmissionShown)}
            >
              As submitted
            </Button>
          )}
          {order !== undefined && (
            <Button size="xs" variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={open}>
              Correct
            </Button>
          )}
          {children}
        </Group>
      }
    >
      <FieldList fields={shown} actions={order === undefined ? {} : { Email: <ChangeEmail order={order} /> }} />
      {order !== undefined && <CorrectOrderDrawer order={order} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function personal({ processing_mode: _mode, ...facts }: NonNullable<OrderDetails["submitted"]>) {
  return facts;
}
