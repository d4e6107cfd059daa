import { IconEye } from "@tabler/icons-react";
import { useSession } from "#web/platform/use-session.ts";
import classes from "./claim-mark.module.css";
import { claimText, initials } from "./claim-text.ts";
import { type OrderPeople, useOrderPeople } from "./known-claims.ts";

/**
 * Beside an order's id: the initials of who has it, filled while active, and an eye while others have it open. Drawn
 * again, without its row, when that changes. The letters are not text: the id stays alone when it is copied.
 */
export function ClaimMark({ orderId }: { orderId: number }) {
  const people = useOrderPeople(orderId);
  if (people === undefined || (people.claim === undefined && people.viewers.length === 0)) return null;
  return <Marks people={people} />;
}

function Marks({ people: { claim, viewers } }: { people: OrderPeople }) {
  const me = useSession()?.user.id;
  const others = viewers.filter(({ id }) => id !== me && id !== claim?.member.id).map(({ name }) => name);
  const holder = claim === undefined ? "" : claimText(claim, me);
  const seenBy = `Viewed by ${others.join(", ")}`;
  return (
    <span className={classes.marks} data-screen-only>
      {claim !== undefined && (
        <span
          role="img"
          className={classes.initials}
          data-initials={initials(claim.member.name)}
          data-active={claim.is_active}
          aria-label={holder}
          title={holder}
        />
      )}
      {others.length > 0 && (
        <span role="img" className={classes.eye} aria-label={seenBy} title={seenBy}>
          <IconEye size={14} aria-hidden />
        </span>
      )}
    </span>
  );
}
