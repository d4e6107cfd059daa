import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconBrandWhatsapp, IconPrinter } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatDateTimeUtc, formatDay } from "#contract/dates.ts";
import { LIST_NAMES, LIST_STATUS, type OrderStatus } from "#contract/order-status.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { AlsoHere } from "#web/features/live/also-here.tsx";
import { LIST_SCREENS } from "#web/features/orders/list/lists.ts";
import { useCommands } from "#web/platform/commands.ts";
import { LIST_PATHS } from "#web/platform/paths.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { arrivalWords } from "./arrival-words.ts";
import { chatLink } from "./chat-link.ts";
import classes from "./order-detail.module.css";
import { PrintHead } from "./print-head.tsx";

interface Props {
  orderId: number;
  /** Undefined while it loads; the heading stands from the beginning and keeps the focus it was given. */
  order: OrderDetails | undefined;
  /** It did not load: nothing more will come by itself. */
  hasFailed: boolean;
}

/** Which order this is, where it stands, how long there is, and the way to its traveller. */
export function OrderHeader({ orderId, order, hasFailed }: Props) {
  const status = order?.process_status;
  return (
    <div>
      <PrintHead orderId={orderId} />
      <div className={classes.back}>
        {status !== undefined && <BackToQueue status={status} />}
        <AlsoHere orderId={orderId} />
      </div>
      <PageHeader
        title={`Order ${orderId}`}
        beside={
          order !== undefined && <StatusBadge status={order.process_status} refundDate={order.refund_date} size="lg" />
        }
      >
        {order !== undefined && <ChatButton order={order} />}
        {order !== undefined && <PrintButton />}
      </PageHeader>
      <div className={classes.facts}>
        {order !== undefined && <Facts order={order} />}
        {order === undefined && !hasFailed && <Skeleton height={14} width="min(420px, 100%)" radius={4} />}
      </div>
    </div>
  );
}

function BackToQueue({ status }: { status: OrderStatus }) {
  const list = LIST_NAMES.find((name) => LIST_STATUS[name] === status);
  if (list === undefined) return null;
  return (
    <Anchor component={Link} to={LIST_PATHS[list]} inherit>
      <IconArrowLeft size={16} aria-hidden /> {`Back to ${LIST_SCREENS[list].title}`}
    </Anchor>
  );
}

function PrintButton() {
  const print = () => window.print();
  useCommands("This order", [{ label: "Print", icon: IconPrinter, run: print }]);
  return (
    <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={print}>
      Print
    </Button>
  );
}

function ChatButton({ order }: { order: OrderDetails }) {
  const chat = chatLink(order.phone_code, order.telephone_number);
  if (chat === null) return null;
  return (
    <Button
      component="a"
      href={chat}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
    >
      Chat on WhatsApp
    </Button>
  );
}

function Facts({ order: { created_at, arrival_date } }: { order: OrderDetails }) {
  return (
    <>
      <span>{`Created ${formatDateTimeUtc(created_at)}`}</span>
      {arrival_date !== null && (
        <span>{`Arrival ${formatDay(arrival_date)}, ${arrivalWords(arrival_date, new Date())}`}</span>
      )}
      <span>All times are UTC unless a section names another zone</span>
    </>
  );
}
