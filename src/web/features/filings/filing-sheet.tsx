import { ActionIcon, Alert, Button, Skeleton, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { formatDay } from "#contract/dates.ts";
import {
  CURRENT_PROFILE,
  type FilingProfile,
  type SheetField,
  sheetSections,
} from "#contract/filings/filing-profile.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { FindingMark } from "#web/features/documents/finding-mark.tsx";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import classes from "./filing-sheet.module.css";
import { checklist } from "./filing-text.ts";
import { RecordFiling } from "./record-filing.tsx";
import { SheetRow } from "./sheet-row.tsx";

interface Props {
  /** Undefined while it is loading. */
  order: OrderDetails | undefined;
  isOpen: boolean;
  /** How often it was opened; each time the first field that was not copied gets the focus. */
  openings: number;
  onClose: () => void;
  /** The move offered after a filing; null when the order can't be moved there. */
  offer: { label: string; run: () => void } | null;
}

/**
 * The order in the order and format of the authority's form. It stays mounted while it is closed: ticks and what was
 * typed are kept as long as the page.
 */
export function FilingSheet({ order, isOpen, openings, onClose, offer }: Props) {
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  const rows = () => [...(panel.current?.querySelectorAll<HTMLElement>("[data-sheet-row]") ?? [])];
  const isLoaded = order !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are new when the order arrives
  useEffect(() => {
    if (!isOpen) return;
    const next = rows().find((row) => row.dataset.ticked === "false");
    (next ?? panel.current)?.focus({ focusVisible: true });
  }, [isOpen, openings, isLoaded]);

  /** Past the last field is the form below. */
  const focusBeside = (row: string, step: 1 | -1) => {
    const all = rows();
    const next = all[all.findIndex((each) => each.dataset.sheetRow === row) + step];
    if (next !== undefined) next.focus({ focusVisible: true });
    else if (step === 1) panel.current?.querySelector<HTMLInputElement>("input[name=reference]")?.focus();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) onClose();
  };

  return (
    <section
      ref={panel}
      hidden={!isOpen}
      aria-labelledby={title}
      tabIndex={-1}
      className={classes.sheet}
      onKeyDown={closeOnEscape}
    >
      <div className={classes.head}>
        <Title order={2} size="1rem" id={title}>
          Filing sheet
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the filing sheet" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <p className={classes.hint}>{sheetNote()}</p>
      {order === undefined ? (
        CURRENT_PROFILE.sections.map((section) => <WaitingSection key={section.title} {...section} />)
      ) : (
        <Filled order={order} offer={offer} focusBeside={focusBeside} />
      )}
    </section>
  );
}

function sheetNote(): string {
  const { title, verified_on } = CURRENT_PROFILE;
  const verified =
    verified_on === null
      ? "Not yet compared with the authority's form: its fields may differ."
      : `Compared with the authority's form on ${formatDay(verified_on)}.`;
  return `${title}. ${verified} Enter copies and goes to the next field, Shift+Enter goes back.`;
}

function SheetSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} className={classes.sectionTitle ?? ""}>
        {title}
      </Title>
      <ul className={classes.rows}>{children}</ul>
    </div>
  );
}

interface FilledProps {
  order: OrderDetails;
  offer: Props["offer"];
  focusBeside: (row: string, step: 1 | -1) => void;
}

function Filled({ order, offer, focusBeside }: FilledProps) {
  const { isTicked, tick } = useTicks();
  // What is filed is what was copied, not what a colleague makes of the order meanwhile.
  const [factsVersion, setFactsVersion] = useState(order.facts_version);
  const copy = async (row: SheetField): Promise<boolean> => {
    if (row.value === "") {
      announce(`Nothing to copy in ${row.field.label}`);
      return true;
    }
    const isCopied = await copyText(row.value, row.field.label);
    if (isCopied) tick(row);
    else toast.error("The browser did not allow copying.", { about: "filing copy" });
    return isCopied;
  };

  return (
    <>
      <ul className={classes.checks} aria-label="Before you file">
        {checklist(order).map(({ tone, words }) => (
          <li key={words}>
            <FindingMark tone={tone} words={words} />
          </li>
        ))}
      </ul>
      {order.facts_version !== factsVersion && (
        <Alert color="saffron" role="alert" title="This order was corrected while the sheet was open">
          Fields with a new value have lost their tick. Compare them with what you entered.
          <Button variant="default" size="xs" mt="sm" onClick={() => setFactsVersion(order.facts_version)}>
            I entered the new values
          </Button>
        </Alert>
      )}
      {sheetSections(CURRENT_PROFILE, order).map((section) => (
        <SheetSection key={section.title} title={section.title}>
          {section.fields.map((row) => (
            <li key={row.field.key}>
              <SheetRow
                row={row}
                isTicked={row.value !== "" && isTicked(row)}
                onCopy={() => void copy(row)}
                onForward={async () => {
                  if (await copy(row)) focusBeside(row.field.key, 1);
                }}
                onBack={() => focusBeside(row.field.key, -1)}
              />
            </li>
          ))}
        </SheetSection>
      ))}
      <RecordFiling order={order} factsVersion={factsVersion} offer={offer} />
    </>
  );
}

/** Which fields were copied. A tick counts for the value that was copied: a corrected field has to be copied again. */
function useTicks() {
  const [copied, setCopied] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    isTicked: ({ field, value }: SheetField) => copied.get(field.key) === value,
    tick: ({ field, value }: SheetField) => setCopied((before) => new Map(before).set(field.key, value)),
  };
}

/** A section of the form in its final shape, before the order is known. */
function WaitingSection({ title, fields }: FilingProfile["sections"][number]) {
  return (
    <div>
      <Title order={3} className={classes.sectionTitle ?? ""}>
        {title}
      </Title>
      <ul className={classes.rows}>
        {fields.map(({ key, label }) => (
          <li key={key} className={classes.row}>
            <span className={classes.label}>{label}</span>
            <Skeleton className={classes.value ?? ""} height={14} width="60%" my={4} radius={4} />
          </li>
        ))}
      </ul>
    </div>
  );
}
