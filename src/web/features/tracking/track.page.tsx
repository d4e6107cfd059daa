import { useParams } from "wouter";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { usePage } from "./page-context.tsx";
import { PageHeading } from "./page-heading.tsx";
import { TextField } from "./text-field.tsx";
import styles from "./track.module.css";
import { orderIdFromRoute } from "./track-form.ts";
import { useTrackForm } from "./use-track-form.ts";
import { useArrival } from "./visitor-context.tsx";

export function TrackPage() {
  const { orderId } = useParams();
  // Another order's URL gets a fresh form.
  return <TrackForm key={orderId} initialOrderId={orderIdFromRoute(orderId)} />;
}

function TrackForm({ initialOrderId }: { initialOrderId: string }) {
  const { t } = usePage();
  const { notice } = useArrival();
  const { field, submit, isSending, refused, errorsSent } = useTrackForm(initialOrderId);
  return (
    <>
      <PageHeading>{t("track.heading")}</PageHeading>
      {notice === "proveAgain" && (
        <p role="status" className="notice">
          {`${t("messages.visitorNoGrant")} ${t("track.again")}`}
        </p>
      )}
      {notice === "left" && (
        <p role="status" className="notice">
          {t("messages.visitorLeft")}
        </p>
      )}
      {errorsSent !== null && <ErrorSummary errors={errorsSent} sending={refused} />}
      <form className={styles.form} method="post" action={trackPath()} noValidate onSubmit={submit}>
        <TextField label={t("track.orderId")} type="text" autoComplete="off" {...field("orderId")} />
        <TextField label={t("track.email")} type="email" autoComplete="email" {...field("email")} />
        <button type="submit" className="button" aria-disabled={isSending} aria-busy={isSending}>
          {t("track.submit")}
        </button>
      </form>
    </>
  );
}
