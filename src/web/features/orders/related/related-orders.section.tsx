import { useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useIsNear } from "#web/platform/use-is-near.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./related.module.css";

const loadList = async () => (await import("./related-list.tsx")).RelatedList;
const loadBadge = async () => (await import("./related-list.tsx")).DuplicateBadge;

/** Other orders of the traveller, contact or card; not shown while there is none. Loaded when its place comes near. */
export function RelatedOrdersSection({ order }: { order: OrderDetails }) {
  const { isNear, watch } = useIsNear();
  return (
    <div ref={watch} className={classes.place}>
      {isNear && <LoadedPart load={loadList} props={{ order }} skeleton={null} />}
    </div>
  );
}

/** The badge of an order that may be a duplicate. It stays mounted: what was typed in its dialog is kept. */
export function DuplicateMark({ order }: { order: OrderDetails }) {
  const [isMarked, setMarked] = useState(false);
  if (!isMarked && order.duplicates.length > 0) setMarked(true);
  return isMarked && <LoadedPart load={loadBadge} props={{ order }} skeleton={null} />;
}
