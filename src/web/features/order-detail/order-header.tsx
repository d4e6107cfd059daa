import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconBrandWhatsapp, IconPrinter } from "@tabler/icons-react";
import { Link, useLocation } from "react-router";
import { formatDateTimeUtc, formatDay } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { dueText } from "#contract/orders/due-text.ts";
import { isClockRunning } from "#contract/orders/order-due.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { QUEUE, QUEUES } from "#contract/orders/queues.ts";
import { OrderClaim } from "#web/features/claims/order-claim.tsx";
import { TakeNextButton, takeNextList } from "#web/features/claims/take-next-button.tsx";
import { AlsoHere } from "#web/features/live/also-here.tsx";
import { DuplicateMark } from "#web/features/orders/related/related-orders.section.tsx";
import { useCommands } from "#web/platform/commands.ts";
import { originHref } from "#web/platform/order-origin.ts";
import { LIST_PATHS } from "#web/platform/paths.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import { useNow } from "#web/platform/use-now.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { DueTime } from "#web/ui/due-time.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PrintHead } from "#web/ui/print-head.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { arrivalText } from "./arrival-text.ts";
import type { KnownOrder } from "./known-order.ts";
import { NeighbourButtons } from "./neighbour-buttons.tsx";
import classes from "./order-detail.module.css";
import type { Neighbours } from "./use-neighbours.ts";

interface Props {
  orderId: number;
  /** Undefined while nothing of it is known; the heading is rendered from the start and keeps the focus. */
  order: KnownOrder | undefined;
  /** Undefined while only its row is known. */
  details: OrderDetails | undefined;
  neighbours: Neighbours;
  /** Loading failed: nothing more will arrive. */
  hasFailed: boolean;
}

/** Who the order is about, how far it is, what is due and who works on it; it stays in sight while the page scrolls. */
export function OrderHeader({ orderId, order, details, neighbours, hasFailed }: Props) {
  const { origin } = neighbours;
  const next = takeNextList(origin?.list);
  return (
    <>
      <PrintHead what={`Order ${orderId}`} />
      <div className={classes.back}>
        <BackToQueue status={order?.process_status} neighbours={neighbours} />
        <AlsoHere orderId={orderId} />
      </div>
      <div className={classes.head}>
        <div className={classes.identity}>
          <PageHeader
            title={`Order ${orderId}`}
            beside={
              order !== undefined && (
                <>
                  {order.full_name !== null && <bdi className={classes.name}>{order.full_name}</bdi>}
                  <StatusBadge status={order.process_status} refundDate={order.refund_date} size="lg" />
                  {details !== undefined && <DuplicateMark order={details} />}
                </>
              )
            }
          />
        </div>
        <div className={classes.actions} data-screen-only>
          {origin !== null && <NeighbourButtons {...neighbours} />}
          {next !== undefined && <TakeNextButton list={next} size="xs" />}
          {details !== undefined && <ChatButton telephone={details.telephone_e164} />}
          {order !== undefined && <PrintButton />}
        </div>
        <div className={classes.facts}>
          {order !== undefined && <Facts order={order} />}
          {order === undefined && !hasFailed && <Skeleton height={14} width="min(420px, 100%)" radius={4} />}
        </div>
        {order !== undefined && <OrderClaim order={order} />}
      </div>
    </>
  );
}

/** To the list that the order was opened from, as it was, otherwise to the order's queue. */
function BackToQueue({ status, neighbours }: { status: OrderStatus | undefined; neighbours: Neighbours }) {
  const { origin, query } = neighbours;
  const { state } = useLocation();
  const list = origin?.list ?? QUEUES.find((each) => each.status === status)?.list;
  if (list === undefined) return null;
  const to = origin === null ? LIST_PATHS[list] : originHref(origin, query);
  return (
    <Anchor component={Link} to={to} state={origin === null ? null : state} inherit>
      <IconArrowLeft size={16} aria-hidden /> <span>{`Back to ${QUEUE[list].title}`}</span>
    </Anchor>
  );
}

function PrintButton() {
  const print = () => window.print();
  useCommands("This order", [{ label: "Print", icon: IconPrinter, run: print }]);
  return (
    <Button variant="default" size="xs" leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
      Print
    </Button>
  );
}

function ChatButton({ telephone }: { telephone: string | null }) {
  if (telephone === null) return null;
  return (
    <Button
      component="a"
      href={`https://wa.me/${telephone.slice(1)}`}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size="xs"
      leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
    >
      Chat on WhatsApp
    </Button>
  );
}

function Facts({ order }: { order: KnownOrder }) {
  const { arrival_date, due_at, process_status } = order;
  const flight = order.flight_number ?? order.flight;
  const telephone = [order.phone_code, order.telephone_number].filter((part) => part).join(" ");
  return (
    <>
      {order.nationality && <Breakable text={order.nationality} />}
      {arrival_date !== null && (
        <span>{`Arrival ${formatDay(arrival_date)}, ${arrivalText(arrival_date, new Date(serverNow()))}`}</span>
      )}
      {flight && <Breakable text={flight} />}
      {telephone !== "" && <span translate="no">{telephone}</span>}
      {typeof due_at === "string" && <Due at={due_at} isPaused={!isClockRunning(process_status)} />}
      <span>{`Created ${formatDateTimeUtc(order.created_at)} UTC`}</span>
    </>
  );
}

/** While the service clock is paused, only the arrival limits the time. */
function Due({ at, isPaused }: { at: string; isPaused: boolean }) {
  const isLate = dueText(at, useNow()).urgency === "late";
  return (
    <span>
      {!isLate && <span>{"Due "}</span>}
      <DueTime at={at} />
      {isPaused && <span>, service clock paused</span>}
    </span>
  );
}
