import { IconEye } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { useSession } from "#web/platform/use-session.ts";
import { announce } from "#web/ui/announcer.tsx";
import classes from "./also-here.module.css";
import { selectPresence } from "./live.slice.ts";

/** Above this number, names are replaced by a count. */
const NAMES = 2;

function words(names: readonly string[]): string {
  const more = names.length - NAMES;
  return more > 0 ? `${names.slice(0, NAMES).join(", ")} and ${more} more` : names.join(", ");
}

/** The other viewers of this order; hidden when there are none. */
export function AlsoHere({ orderId }: { orderId: number }) {
  const me = useSession()?.user.id;
  const presence = useSelector(selectPresence);
  const others = presence?.order_id === orderId ? presence.viewers.filter(({ id }) => id !== me) : [];
  const names = others.map(({ name }) => name);

  const known = useRef<ReadonlySet<number>>(new Set());
  const ids = others.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new with each event, only its ids matter
  useEffect(() => {
    const come = others.filter(({ id }) => !known.current.has(id));
    known.current = new Set(others.map(({ id }) => id));
    if (come.length > 0) announce(`Also here: ${words(come.map(({ name }) => name))}`);
  }, [ids]);

  if (names.length === 0) return null;
  return (
    <span className={classes.here} title={names.join(", ")}>
      <IconEye size={16} aria-hidden />
      <span className={classes.names}>{`Also here: ${words(names)}`}</span>
    </span>
  );
}
