import { useParams } from "wouter";
import { trackPath } from "#contract/visitor-paths.ts";
import { usePage } from "./page-context.tsx";
import { PageHeading } from "./page-heading.tsx";
import { TextField } from "./text-field.tsx";
import styles from "./track.module.css";
import { orderIdFromRoute } from "./track-form.ts";
import { useTrackForm } from "./use-track-form.ts";
import { useWords } from "./use-words.ts";
import { useArrival, useVisitor } from "./visitor-context.tsx";

export function TrackPage() {
  const { orderId } = useParams();
  // Another order's URL gets a fresh form.
  return <TrackForm key={orderId} initialOrderId={orderIdFromRoute(orderId)} />;
}

function TrackForm({ initialOrderId }: { initialOrderId: string }) {
  const { t } = usePage();
  const { problemWords } = useWords();
  const { first } = useVisitor();
  const { notice } = useArrival();
  const { field, submit, isSending, isSent } = useTrackForm(initialOrderId);
  // Why the form that was sent without script was refused. Later refusals are toasts.
  const refused = isSent ? null : (first?.problem ?? null);
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
      {refused !== null && (
        <p role="alert" className="notice" data-failed="true">
          {problemWords(refused)}
        </p>
      )}
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
