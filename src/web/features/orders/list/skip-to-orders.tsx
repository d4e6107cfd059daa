import { Button } from "@mantine/core";
import classes from "./skip-to-orders.module.css";

/** Leads keyboard users past everything above the page's list. */
export function SkipToOrders() {
  return (
    <Button
      variant="default"
      className={classes.skip ?? ""}
      data-screen-only
      onClick={() => document.querySelector<HTMLElement>("main a[data-open]")?.focus()}
    >
      Skip to the orders
    </Button>
  );
}
