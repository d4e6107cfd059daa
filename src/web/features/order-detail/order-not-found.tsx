import { Button } from "@mantine/core";
import { IconZoomQuestion } from "@tabler/icons-react";
import { Link } from "react-router";
import { MESSAGES } from "#contract/messages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** The URL matches no order. */
export function OrderNotFound() {
  return (
    <>
      <PageHeader title="Order not found" />
      <EmptyState
        title={MESSAGES.orderNotFound}
        text="The address may be mistyped, or the order was deleted permanently."
        icon={<IconZoomQuestion size={28} stroke={1.5} aria-hidden />}
      >
        <Button component={Link} to={PATHS.admin} mt="sm">
          Go to the dashboard
        </Button>
      </EmptyState>
    </>
  );
}
