import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { usePart } from "#web/platform/use-part.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Section } from "#web/ui/section.tsx";

/** Says that the order is no longer what was filed. */
export function FileAgainNotice({ order, onFile }: { order: OrderDetails; onFile: () => void }) {
  if (!order.file_again) return null;
  return (
    <Alert color="saffron" role="region" icon={<IconAlertTriangle size={20} aria-hidden />} title="File again">
      <span>{`Changed since it was filed with the authority: ${order.changed_since_filing.join(", ")}.`}</span>
      <div>
        <Button variant="default" size="xs" mt="sm" onClick={onFile}>
          Open the filing sheet
        </Button>
      </div>
    </Alert>
  );
}

/** What was filed with the authority; not shown while there is nothing. */
export function FilingsSection({ order }: { order: OrderDetails }) {
  return order.filings.length === 0 ? null : <Filings order={order} />;
}

const loadList = async () => (await import("./filing-list.tsx")).FilingList;

function Filings({ order }: { order: OrderDetails }) {
  const { part: FilingList, error, retry } = usePart(loadList);
  return (
    <Section title="Filings">
      {FilingList !== null && <FilingList order={order} />}
      {error !== null && <ErrorState error={error} onRetry={retry} />}
    </Section>
  );
}
