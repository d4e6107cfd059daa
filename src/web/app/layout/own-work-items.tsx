import { Menu } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconPencilQuestion, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import type { CorrectionInbox } from "#contract/corrections/correction-inbox.ts";
import { MINUTE_MS } from "#contract/dates.ts";
import { useSeeDecisionsMutation } from "#web/features/orders/corrections/correction-inbox.api.ts";
import { sendInBatches } from "#web/features/orders/list/bulk/batches.ts";
import {
  changeText,
  forgetUndone,
  type OwnChange,
  readOwnChanges,
} from "#web/features/orders/list/bulk/own-changes.ts";
import { useUndoCall } from "#web/features/orders/list/bulk/use-undo-call.ts";
import { LIST_PATHS, viewOrderHref } from "#web/platform/paths.ts";
import { toast } from "#web/platform/toasts.ts";
import classes from "./top-bar.module.css";

/** The content of the menu; read each time it opens. */
export function OwnWorkItems({ inbox }: { inbox: CorrectionInbox | null }) {
  const [changes] = useState(readOwnChanges);
  return (
    <>
      {inbox !== null && inbox.to_decide + inbox.decided.length > 0 && <Requests inbox={inbox} />}
      <Menu.Label>Your changes of the last hour</Menu.Label>
      {changes.length === 0 && <p className={classes.nothing}>Nothing to undo.</p>}
      {changes.map((change) => (
        <Change key={change.key} change={change} />
      ))}
    </>
  );
}

function Requests({ inbox: { to_decide: toDecide, decided } }: { inbox: CorrectionInbox }) {
  const [see] = useSeeDecisionsMutation();
  return (
    <>
      <Menu.Label>Requested corrections</Menu.Label>
      {toDecide > 0 && (
        <Menu.Item
          component={Link}
          to={`${LIST_PATHS.allOrder}?mark=correction-asked`}
          leftSection={<IconPencilQuestion size={16} aria-hidden />}
        >
          {`${toDecide} ${toDecide === 1 ? "order has a correction" : "orders have corrections"} to decide`}
        </Menu.Item>
      )}
      {decided.map(({ id, order_id, fields, outcome, decided_by }) => (
        <Menu.Item
          key={id}
          component={Link}
          to={viewOrderHref(order_id)}
          leftSection={outcome === "accepted" ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
          onClick={() => void see({ requestIds: [id] })}
        >
          {`Order ${order_id}: ${decided_by ?? "A colleague"} ${outcome} your correction of ${fields.join(", ")}`}
        </Menu.Item>
      ))}
    </>
  );
}

function Change({ change: { key, at, kind, words, orders } }: { change: OwnChange }) {
  const undoCall = useUndoCall();
  const undo = async () => {
    const about = `undo ${key}`;
    const watch = { isStopped: () => false, onProgress: () => undefined };
    const { done, failed, message } = await sendInBatches(undoCall(kind, orders), watch);
    forgetUndone(key, done);
    if (done.length === 0) return toast.error(failed[0]?.message ?? message, { sticky: true, about });
    const undone = done.map((id) => ({ id }));
    toast.success(`${message}\n${changeText(undone, kind === "move" ? "moved back" : "due again")}.`, { about });
  };
  const minutes = Math.floor((Date.now() - at) / MINUTE_MS);
  const when = minutes === 0 ? "just now" : `${minutes} min ago`;
  return (
    <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => void undo()}>
      {`Undo: ${words}, ${when}`}
    </Menu.Item>
  );
}
