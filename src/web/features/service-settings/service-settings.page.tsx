import { Skeleton } from "@mantine/core";
import { Unloaded } from "#web/ui/loading.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ServiceForm } from "./service-form.tsx";
import { useServiceSettingsQuery } from "./service-settings.api.ts";
import classes from "./service-settings.module.css";

/** `/admin/service-settings`: what due times are computed from (decision record 0092). */
export function ServiceSettingsPage() {
  const { data, error, refetch } = useServiceSettingsQuery();
  return (
    <div className={classes.page}>
      <PageHeader title="Due Times" />
      <p className={classes.note}>
        An open order is due when its open hours are used up, or at the limit before its arrival, whichever comes first.
        Saving a change computes the due times of all open orders anew, within a minute or so.
      </p>
      {data !== undefined ? (
        <ServiceForm settings={data.data} />
      ) : (
        <Unloaded label="Loading the settings of due times" error={error} onRetry={refetch}>
          <Skeleton height={240} aria-hidden />
          <Skeleton height={420} aria-hidden />
          <Skeleton height={180} aria-hidden />
        </Unloaded>
      )}
    </div>
  );
}
