import { Link } from "react-router";
import type { OrderFilterText } from "#contract/orders/order-filter.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { useDisputeCountsQuery } from "#web/features/disputes/disputes.api.ts";
import { useCorrectionInboxQuery } from "#web/features/orders/corrections/correction-inbox.api.ts";
import { useExactTotalQuery, useLateCountQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { LIST_PATHS, PATHS } from "#web/platform/paths.ts";
import { useCan } from "#web/platform/use-can.ts";
import classes from "./waiting-strip.module.css";

/** Mails with a document that did not arrive, or of which nobody knows. */
const FAILED = { mail: "failed,bounced,unknown" };

interface Waiting {
  count: number;
  /** After the count. */
  words: string;
  href: string;
  isUrgent?: boolean;
}

/** What waits for somebody, each with a link to its list. One line, so that nothing below it moves when it arrives. */
export function WaitingStrip() {
  const { waiting, isKnown } = useWaiting();
  const shown = waiting.filter(({ count }) => count > 0);
  return (
    <nav aria-label="What waits" className={classes.strip}>
      {isKnown && shown.length === 0 && <p className={classes.nothing}>Nothing is late, due soon or waits for you.</p>}
      {shown.map(({ count, words, href, isUrgent }) => (
        <Link key={words} to={href} className={classes.item} data-urgent={isUrgent === true}>
          <strong>{count.toLocaleString("en-US")}</strong> <span>{words}</span>
        </Link>
      ))}
    </nav>
  );
}

/** How many orders the filter leaves of a list, open ones by default: as many as the list shows. */
function useOpenTotal(filter: OrderFilterText, list: ListName = "openOrder"): number | undefined {
  return useExactTotalQuery({ list, search: "", filter }, { refetchOnMountOrArgChange: true }).data;
}

function useWaiting(): { waiting: Waiting[]; isKnown: boolean } {
  const due = useLateCountQuery(undefined).data?.data;
  const yours = useOpenTotal({ claim: "me" });
  const inbox = useCorrectionInboxQuery(undefined).data?.data;
  const disputes = useDisputeCountsQuery(undefined).data;
  const failed = useOpenTotal(FAILED);
  const hasHistory = useCan("orders:history");
  const open = LIST_PATHS.openOrder;
  // An order of any status may be answered or have its download questioned.
  const [marked, markedPath] = hasHistory
    ? (["allOrder", LIST_PATHS.allOrder] as const)
    : (["openOrder", open] as const);
  const answered = useOpenTotal({ mark: "answered" }, marked);
  const questioned = useOpenTotal({ mark: "download-questioned" }, marked);
  return {
    isKnown: due !== undefined && yours !== undefined && inbox !== undefined && disputes !== undefined,
    waiting: [
      { count: due?.late ?? 0, words: "late", href: `${open}?due=late`, isUrgent: true },
      { count: due?.soon ?? 0, words: "due within 2 hours", href: `${open}?due=soon` },
      { count: yours ?? 0, words: "yours", href: `${open}?claim=me` },
      { count: answered ?? 0, words: "answered", href: `${markedPath}?mark=answered` },
      { count: questioned ?? 0, words: "with a questioned download", href: `${markedPath}?mark=download-questioned` },
      {
        count: inbox?.to_decide ?? 0,
        words: "with a correction to decide",
        href: `${markedPath}?mark=correction-asked`,
      },
      { count: disputes?.due_soon ?? 0, words: "disputes due", href: PATHS.disputes, isUrgent: true },
      { count: failed ?? 0, words: "with a failed mail", href: `${open}?mail=${FAILED.mail}` },
      {
        count: disputes?.paid_while_deleted.length ?? 0,
        words: "paid while deleted",
        href: PATHS.disputes,
        isUrgent: true,
      },
    ],
  };
}
