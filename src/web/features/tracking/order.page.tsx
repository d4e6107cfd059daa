import { type SubmitEvent, useState } from "react";
import { Link, Redirect, useLocation, useParams } from "wouter";
import { formatDay } from "#contract/dates.ts";
import { parseOrderId } from "#contract/orders/order-id.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import type { TrackArrival } from "#contract/tracking/visitor-page.ts";
import { LEAVE_PATH, trackPath } from "#contract/tracking/visitor-paths.ts";
import { forgetLanguage } from "#web/platform/language-cookie.ts";
import { toast } from "#web/platform/toasts.ts";
import { forgetAnswers } from "./answer-draft.ts";
import { CorrectionRequests } from "./correction-requests.tsx";
import { CustomerQuestion } from "./customer-question.tsx";
import { DownloadHistory } from "./download-history.tsx";
import { DownloadNow } from "./download-now.tsx";
import { isolated } from "./isolated.ts";
import styles from "./order.module.css";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { usePage } from "./page-context.tsx";
import { PageHeading } from "./page-heading.tsx";
import type { Problem } from "./problem.ts";
import { asksForContact, mayBringDocument, STATUS_SENTENCE, sentenceKey } from "./status-sentence.ts";
import { useDownload } from "./use-download.ts";
import { useOrder } from "./use-order.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

export function OrderPage() {
  const orderId = parseOrderId(useParams().orderId ?? "");
  if (orderId === null) return <Redirect to={trackPath()} replace />;
  return <Order key={orderId} orderId={orderId} />;
}

function Order({ orderId }: { orderId: number }) {
  const { t } = usePage();
  const { isLoaded, state, refetch, sendBack, retry } = useOrder(orderId);
  const { phase, download } = useDownload({ orderId, refetch, sendBack });
  const { mainResult, downloadFilePath, downloadHistoryList, error } = state;
  const { leave, isLeaving } = useLeave();
  const isShown = isLoaded && mainResult !== null;
  return (
    <>
      <PageHeading>{t("order.heading")}</PageHeading>
      <p className={styles.id}>{t("order.id", { orderId })}</p>
      <div role="status">
        {isShown && <OrderProgress order={mainResult} file1={downloadFilePath} />}
        {!isShown && error === null && <p className="visually-hidden">{t("order.loading")}</p>}
      </div>
      {isShown && (
        <>
          {mainResult.question === undefined && <RefusedAnswer />}
          <OrderSteps steps={mainResult.steps ?? []} />
          {mainResult.question !== undefined && (
            <CustomerQuestion
              key={mainResult.question.question_id}
              orderId={orderId}
              question={mainResult.question}
              refetch={refetch}
              sendBack={sendBack}
            />
          )}
          <DownloadNow
            orderId={orderId}
            file1={downloadFilePath}
            isExpected={mayBringDocument(mainResult.process_status)}
            phase={phase}
            onDownload={download}
          />
          <DownloadHistory entries={downloadHistoryList} refetch={refetch} sendBack={sendBack} />
          <CorrectionRequests
            orderId={orderId}
            corrections={mainResult.corrections ?? []}
            mayAsk={mayBringDocument(mainResult.process_status)}
            refetch={refetch}
            sendBack={sendBack}
          />
        </>
      )}
      {!isShown && error === null && <OrderSkeleton />}
      {!isShown && error !== null && <OrderFailed problem={error} onRetry={retry} />}
      <div className={styles.ways}>
        <Link href={trackPath()}>{t("order.another")}</Link>
        <form method="post" action={LEAVE_PATH} onSubmit={leave}>
          <button type="submit" className={styles.leave} aria-disabled={isLeaving} aria-busy={isLeaving}>
            {t("order.leave")}
          </button>
        </form>
      </div>
    </>
  );
}

/** An answer that was sent without script and refused after its question was closed: why, and what was typed. */
function RefusedAnswer() {
  const { first } = useVisitor();
  const { problemWords } = useWords();
  if (first?.problem === undefined || first.typedAnswer === undefined) return null;
  return (
    <div role="alert" className={styles.failed}>
      <p>{problemWords(first.problem)}</p>
      <p dir="auto">{first.typedAnswer}</p>
    </div>
  );
}

function OrderFailed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const { t } = usePage();
  const { problemWords } = useWords();
  const retry = (event: SubmitEvent) => {
    event.preventDefault();
    onRetry();
  };
  return (
    <div role="alert" className={styles.failed}>
      <h2>{t("order.failed")}</h2>
      <p>{problemWords(problem)}</p>
      {/* Without script it reloads the page. */}
      <form onSubmit={retry}>
        <button type="submit" className="button">
          {t("order.retry")}
        </button>
      </form>
    </div>
  );
}

function OrderProgress({ order, file1 }: { order: MainResult; file1: string | null }) {
  const { t, page } = usePage();
  const { process_status: status, refund_date: refundDate } = order;
  const key = sentenceKey({ status, file1, refundDate, question: order.question });
  const isCompleted = key === STATUS_SENTENCE.Completed;
  const { links, supportEmail } = page;
  return (
    <div className={styles.panel} data-completed={isCompleted}>
      <svg className={styles.icon} aria-hidden="true" viewBox="0 0 24 24" width="32" height="32">
        <circle cx="12" cy="12" r="11" />
        <path d={isCompleted ? "m7 12.500 3.500 3.500L17 8.500" : "M12 6.500V12l3.500 2.500"} />
      </svg>
      <div>
        <p className={styles.sentence}>{t(key)}</p>
        {order.refunds?.map(({ at, amount, currency, to_card }) => (
          <p key={at}>
            {t(to_card ? "order.refundedToCard" : "order.refundedAmount", {
              date: isolated(formatDay(at)),
              amount: isolated([amount, currency ?? ""].join(" ").trimEnd()),
            })}
          </p>
        ))}
        {isCompleted ? (
          <p>{t("order.thanks")}</p>
        ) : (
          <p>
            <a href={links.contact}>{t(asksForContact(status) ? "order.contactNow" : "order.contact")}</a>
          </p>
        )}
        {supportEmail !== null && asksForContact(status) && (
          <p>
            <a href={`mailto:${supportEmail}`} dir="ltr">
              {supportEmail}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

/** Ends the visit on the server and in this browser. If that fails, the visit continues and the visitor is informed. */
function useLeave() {
  const { dispatch } = useVisitor();
  const { problemWords } = useWords();
  const [, navigate] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave(event: SubmitEvent) {
    event.preventDefault();
    if (isLeaving) return;
    toast.dismissAll();
    setIsLeaving(true);
    const answer = await visitorApi.leave();
    setIsLeaving(false);
    if (!answer.ok) return void toast.error(problemWords(answer.problem));
    forgetLanguage();
    forgetAnswers();
    dispatch({ type: "left" });
    const state: TrackArrival = { notice: "left" };
    navigate(trackPath(), { replace: true, state });
  }

  return { leave, isLeaving };
}
