import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Gateway } from "#contract/gateways/gateways.ts";
import { ActivitySection } from "#web/features/team/activity.section.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
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
    <div className={classes.page}>
      <PageHeader title="Change Gateway" />
      <Section title="Payment gateway" className={classes.card ?? ""}>
        {gateways === undefined ? (
          notLoaded(error, refetch)
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
    </div>
  );
}

function notLoaded(error: unknown, retry: () => void): ReactNode {
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the gateways
      </p>
      <div className={classes.skeleton} aria-hidden>
        <Skeleton height={42} width={160} />
        <Skeleton height={57} />
        <Skeleton height={36} width={140} />
      </div>
    </>
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
