import { Link, Redirect, useParams } from "wouter";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { LEAVE_PATH, trackPath } from "#contract/tracking/visitor-paths.ts";
import { DownloadHistory } from "./download-history.tsx";
import { DownloadNow } from "./download-now.tsx";
import styles from "./order.module.css";
import { OrderFailed } from "./order-failed.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { usePage } from "./page-context.tsx";
import { PageHeading } from "./page-heading.tsx";
import { mayBringDocument } from "./status-sentence.ts";
import { useDownload } from "./use-download.ts";
import { useLeave } from "./use-leave.ts";
import { useOrder } from "./use-order.ts";

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
          <DownloadNow
            orderId={orderId}
            file1={downloadFilePath}
            isExpected={mayBringDocument(mainResult.process_status)}
            phase={phase}
            onDownload={download}
          />
          <DownloadHistory entries={downloadHistoryList} />
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
