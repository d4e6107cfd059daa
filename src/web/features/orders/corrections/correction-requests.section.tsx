import { Skeleton } from "@mantine/core";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";

const loadRequest = async () => (await import("./open-request.tsx")).OpenRequest;

/** Requested corrections that nobody has decided yet. */
export function CorrectionRequestsSection({ order }: { order: OrderDetails }) {
  const open = order.correction_requests.filter(({ outcome }) => outcome === null);
  if (open.length === 0) return null;
  return (
    <Section title="Requested corrections">
      {open.map((request) => (
        <LoadedPart
          key={request.id}
          load={loadRequest}
          props={{ order, request }}
          skeleton={<Skeleton height={160} />}
        />
      ))}
    </Section>
  );
}
