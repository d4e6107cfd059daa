import { formatDateTimeUtc } from "#contract/dates.ts";
import { pageConfig } from "../platform/page-config.ts";
import { serverNow } from "../platform/server-clock.ts";
import { useIsPrinting } from "../platform/use-is-printing.ts";
import classes from "./print-head.module.css";

/** The first line of a printed page; hidden on the screen. */
export function PrintHead({ what }: { what?: string }) {
  // Read when printing starts: the page may have been open since yesterday.
  const isPrinting = useIsPrinting();
  return (
    <p className={classes.head} data-printing={isPrinting}>
      <strong>{pageConfig().serviceName}</strong>
      {what !== undefined && <span>{what}</span>}
      <span>{`Printed ${formatDateTimeUtc(new Date(serverNow()).toISOString())} UTC`}</span>
    </p>
  );
}
