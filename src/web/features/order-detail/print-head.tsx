import { formatDateTimeUtc } from "#contract/dates.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import classes from "./print-head.module.css";

/** The first line of a printed order; hidden on the screen. */
export function PrintHead({ orderId }: { orderId: number }) {
  // Read when printing starts: the page may have been open since yesterday.
  const isPrinting = useIsPrinting();
  return (
    <p className={classes.head} data-printing={isPrinting}>
      <strong>{pageConfig().serviceName}</strong>
      <span>{`Order ${orderId}`}</span>
      <span>{`Printed ${formatDateTimeUtc(new Date(serverNow()).toISOString())} UTC`}</span>
    </p>
  );
}
