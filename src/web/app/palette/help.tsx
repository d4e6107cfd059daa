import { Anchor } from "@mantine/core";
import { useTeamQuery } from "#web/features/team/team.api.ts";
import { useCan } from "#web/platform/use-can.ts";
import classes from "./help.module.css";
import { ShortcutList } from "./shortcut-list.tsx";

const HOW_TOS: readonly (readonly [string, string])[] = [
  ["Begin", "Take next gives you the order of a queue that is due first."],
  ["File", "The filing sheet holds what the authority asks for; Enter copies a value and goes to the next."],
  ["Send", "Upload Document compares the file with the order, stores it and mails it to the customer."],
  ["Ask", "A message to the customer is written where comments are, and can be stopped before it leaves."],
  ["Correct", "Correct changes what the customer entered, with a reason; what you may not change, you request."],
  ["Dispute", "Payment dispute on the order opens one and makes the two defence packs."],
  ["Undo", "Your changes of the last hour can be undone in the menu with the clock."],
];

/** How the daily work is done, whom to ask, and every key. */
export function Help() {
  return (
    <>
      <section aria-label="How to">
        <h3 className={classes.title}>How to</h3>
        <dl className={classes.entries}>
          {HOW_TOS.map(([what, how]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{how}</dd>
            </div>
          ))}
          {useCan("setup:view") && (
            <div>
              <dt>Set up</dt>
              <dd>Getting started, in the box Jump to, shows what the installation still lacks.</dd>
            </div>
          )}
        </dl>
      </section>
      <WhoToAsk />
      <section aria-label="Keyboard shortcuts">
        <h3 className={classes.title}>Keyboard shortcuts</h3>
        <ShortcutList />
      </section>
    </>
  );
}

function WhoToAsk() {
  const { data } = useTeamQuery(undefined, { skip: !useCan("team:view") });
  const admins = data?.data.filter(({ type, invited_until: until }) => type === "Admin" && until === undefined) ?? [];
  if (admins.length === 0) return null;
  return (
    <section aria-label="Whom to ask">
      <h3 className={classes.title}>Whom to ask</h3>
      <ul className={classes.people}>
        {admins.map(({ id, name, email }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <Anchor href={`mailto:${email}`} inherit translate="no">
              {email}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}
