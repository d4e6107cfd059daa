import { Skeleton, Stack } from "@mantine/core";
import type { Gateway } from "#contract/gateways/gateways.ts";
import { ActivitySection } from "#web/features/team/activity.section.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Unloaded } from "#web/ui/loading.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { GatewayForm } from "./gateway-form.tsx";
import { useGatewaysQuery } from "./gateways.api.ts";
import classes from "./gateways.module.css";

/** `/admin/gateway-setting`: which gateway new checkouts use (decision record 0049). */
export function GatewaySettingPage() {
  const { data, error, refetch } = useGatewaysQuery();
  const gateways = data?.data;
  return (
    <Stack gap="md">
      <PageHeader title="Change Gateway" />
      <Section title="Payment gateway" className={classes.card ?? ""}>
        {gateways === undefined ? (
          <Unloaded label="Loading the gateways" error={error} onRetry={refetch}>
            <div className={classes.skeleton} aria-hidden>
              <Skeleton height={42} width={160} />
              <Skeleton height={57} />
              <Skeleton height={36} width={140} />
            </div>
          </Unloaded>
        ) : gateways.length === 0 ? (
          <EmptyState text={null} hint="They are named by PAYMENT_GATEWAYS in docs/operations.md, Configuration." />
        ) : (
          <>
            <ActiveGateway gateways={gateways} />
            <GatewayForm gateways={gateways} />
          </>
        )}
      </Section>
      <ActivitySection type="gateway-activated" />
    </Stack>
  );
}

function ActiveGateway({ gateways }: { gateways: readonly Gateway[] }) {
  const active = gateways.find(({ is_active }) => is_active === "1");
  return (
    <dl className={classes.active}>
      <dt>Active now</dt>
      <dd>{active?.gateway_name ?? "None"}</dd>
    </dl>
  );
}
