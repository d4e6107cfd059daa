import { Skeleton } from "@mantine/core";
import { useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useIsNear } from "#web/platform/use-is-near.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";

const loadList = async () => (await import("./related-list.tsx")).RelatedList;
const loadBadge = async () => (await import("./related-list.tsx")).DuplicateBadge;

/** Other orders of the traveller, contact or card. Script and orders are loaded when the section comes near. */
export function RelatedOrdersSection({ order }: { order: OrderDetails }) {
  const { isNear, watch } = useIsNear();
  const skeleton = <Skeleton height={20} />;
  return (
    <Section title="Same traveller">
      <div ref={watch}>{isNear ? <LoadedPart load={loadList} props={{ order }} skeleton={skeleton} /> : skeleton}</div>
    </Section>
  );
}

/** The badge of an order that may be a duplicate. It stays mounted: what was typed in its dialog is kept. */
export function DuplicateMark({ order }: { order: OrderDetails }) {
  const [isMarked, setMarked] = useState(false);
  if (!isMarked && order.duplicates.length > 0) setMarked(true);
  return isMarked && <LoadedPart load={loadBadge} props={{ order }} skeleton={null} />;
}
