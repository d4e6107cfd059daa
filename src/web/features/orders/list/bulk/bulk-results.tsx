import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import type { PerOrderResult } from "#contract/envelope.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./bulk-results.module.css";

interface Props {
  title: string;
  failed: readonly PerOrderResult[];
  onClose: () => void;
  /** Records the refunds that disputes block; absent where there is none, or without the permission. */
  onOverride?: ((reason: string) => Promise<void>) | undefined;
}

const SHOWN = 200;

const loadOverride = async () => (await import("./override-refunds-form.tsx")).OverrideRefundsForm;

/** Which orders of a bulk change were refused, and why. */
export function BulkResults({ title, failed, onClose, onOverride }: Props) {
  return (
    <Dialog isOpen={failed.length > 0} onClose={onClose} title={title}>
      <ul className={classes.results}>
        {failed.slice(0, SHOWN).map(({ order_id, message }) => (
          <li key={order_id}>
            <Link to={viewOrderHref(order_id)}>{order_id}</Link>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {failed.length > SHOWN && (
        <p className={classes.more}>{`and ${failed.length - SHOWN} more with reasons like these.`}</p>
      )}
      {onOverride !== undefined && (
        <LoadedPart load={loadOverride} props={{ onOverride, onClose }} skeleton={<Skeleton height={150} />} />
      )}
    </Dialog>
  );
}
