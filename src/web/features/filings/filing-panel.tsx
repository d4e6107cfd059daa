import { Skeleton, Title } from "@mantine/core";
import type { ComponentProps } from "react";
import { usePart } from "#web/platform/use-part.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import classes from "./filing-sheet.module.css";
import type { FilingSheet } from "./filing-sheet.tsx";

type Props = ComponentProps<typeof FilingSheet>;

const loadSheet = async () => (await import("./filing-sheet.tsx")).FilingSheet;

/** The filing sheet, whose script is loaded when it is first opened. The order stays if that fails. */
export function FilingPanel(props: Props) {
  const { part: Sheet, error, retry } = usePart(loadSheet);
  if (Sheet !== null) return <Sheet {...props} />;
  return (
    <section hidden={!props.isOpen} aria-label="Filing sheet" className={classes.sheet}>
      <Title order={2} size="1rem">
        Filing sheet
      </Title>
      {error !== null ? <ErrorState error={error} onRetry={retry} /> : <Skeleton height="70vh" mt="sm" />}
    </section>
  );
}
