import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router";
import { PageHeading } from "./page-heading.tsx";
import { TextField } from "./text-field.tsx";
import styles from "./track.module.css";
import { orderIdFromRoute } from "./track-form.ts";
import type { TrackArrival } from "./tracking-paths.ts";
import { useTrackForm } from "./use-track-form.ts";

export function TrackPage() {
  const { orderId } = useParams();
  // Another order's address starts another form.
  return <TrackForm key={orderId} initialOrderId={orderIdFromRoute(orderId)} />;
}

function TrackForm({ initialOrderId }: { initialOrderId: string }) {
  const { t } = useTranslation();
  const arrival = useLocation().state as TrackArrival | null;
  const { field, submit, isSending } = useTrackForm(initialOrderId);
  return (
    <>
      <PageHeading>{t("track.heading")}</PageHeading>
      {arrival?.mustProveAgain === true && (
        <p role="status" className="notice">
          {t("messages.visitorNoGrant")} {t("track.again")}
        </p>
      )}
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField label={t("track.orderId")} type="text" autoComplete="off" {...field("orderId")} />
        <TextField label={t("track.email")} type="email" autoComplete="email" {...field("email")} />
        <button type="submit" className="button" aria-disabled={isSending} aria-busy={isSending}>
          {t("track.submit")}
        </button>
      </form>
    </>
  );
}
