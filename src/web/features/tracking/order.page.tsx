import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import { parseOrderId } from "#contract/order-id.ts";
import { DownloadHistory } from "./download-history.tsx";
import { DownloadNow } from "./download-now.tsx";
import styles from "./order.module.css";
import { OrderFailed } from "./order-failed.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { PageHeading } from "./page-heading.tsx";
import { trackPath } from "./tracking-paths.ts";
import { useDownload } from "./use-download.ts";
import { useOrder } from "./use-order.ts";

export function OrderPage() {
  const orderId = parseOrderId(useParams().orderId ?? "");
  if (orderId === null) return <Navigate to={trackPath()} replace />;
  return <Order key={orderId} orderId={orderId} />;
}

function Order({ orderId }: { orderId: number }) {
  const { t } = useTranslation();
  const { isLoaded, state, refetch, sendBack, retry } = useOrder(orderId);
  const { phase, download } = useDownload({ orderId, refetch, sendBack });
  const { mainResult, downloadFilePath, downloadHistoryList, error } = state;
  const isShown = isLoaded && mainResult !== null;
  return (
    <>
      <PageHeading>{t("order.heading")}</PageHeading>
      <p className={styles.id}>{t("order.id", { orderId })}</p>
      <div role="status">
        {isShown && <OrderProgress status={mainResult.process_status} file1={downloadFilePath} />}
        {!isShown && error === null && <p className="visually-hidden">{t("order.loading")}</p>}
      </div>
      {isShown && (
        <>
          <DownloadNow file1={downloadFilePath} phase={phase} onDownload={download} />
          <DownloadHistory entries={downloadHistoryList} />
        </>
      )}
      {!isShown && error === null && <OrderSkeleton />}
      {!isShown && error !== null && <OrderFailed problem={error} onRetry={retry} />}
      <p className={styles.another}>
        <Link to={trackPath()}>{t("order.another")}</Link>
      </p>
    </>
  );
}
