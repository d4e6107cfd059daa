import { Anchor } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import type { AuditEntry, OtherAddressMail, ViewEntry } from "#contract/audit/audit-lists.ts";
import { AUDIT_TYPE_LABELS, auditSentence } from "#contract/audit/audit-sentences.ts";
import { MAIL_STATE_LABELS } from "#contract/mail/mail-state.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { Instant } from "#web/ui/instant.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import classes from "./security.module.css";
import { readFilter, withFilter } from "./security-url.ts";

export const LOG_COLUMNS: readonly RecordColumn<AuditEntry>[] = [
  { header: "Time (UTC)", cell: ({ at }) => <Instant at={at} /> },
  { header: "Event", cell: ({ type }) => AUDIT_TYPE_LABELS[type] },
  { header: "Who", cell: ({ actor }) => <Person person={actor} nobody="Not signed in" /> },
  { header: "What", cell: (entry) => <Sentence entry={entry} /> },
  { header: "Concerns", cell: (entry) => <Concerns entry={entry} /> },
];

export const VIEW_COLUMNS: readonly RecordColumn<ViewEntry>[] = [
  { header: "Hour from (UTC)", cell: ({ hour }) => <Instant at={hour} /> },
  { header: "Member", cell: ({ member }) => <Person person={member} /> },
  { header: "Orders opened", cell: ({ order_ids }) => <Orders ids={order_ids} /> },
  { header: "Details", cell: ({ details }) => number(details) },
  { header: "Documents", cell: ({ documents }) => number(documents) },
  { header: "Mails", cell: ({ mails }) => number(mails) },
  { header: "Packs", cell: ({ packs }) => number(packs) },
  { header: "List rows", cell: ({ rows }) => number(rows) },
];

export const MAIL_COLUMNS: readonly RecordColumn<OtherAddressMail>[] = [
  { header: "Time (UTC)", cell: ({ at }) => <Instant at={at} /> },
  { header: "Member", cell: ({ member }) => <Person person={member} /> },
  { header: "Order", cell: ({ order_id }) => <OrderLink id={order_id} /> },
  { header: "Sent to", isLong: true, cell: ({ email }) => <bdi>{email}</bdi> },
  { header: "Reason", cell: ({ reason }) => <bdi>{reason ?? "-"}</bdi> },
  { header: "State", cell: ({ state }) => MAIL_STATE_LABELS[state] },
];

const number = (value: number) => value.toLocaleString("en-US");

/** A name that filters the list by its member: removed members are not in the select. */
function Person({ person, nobody = "-" }: { person: AuditEntry["actor"]; nobody?: string }) {
  const [params] = useSearchParams();
  if (person === null) return nobody;
  const to = { search: `?${withFilter(params, { ...readFilter(params), member: String(person.id) })}` };
  return (
    <Anchor component={Link} to={to} inherit aria-label={`Only ${person.name}`}>
      <bdi>{person.name}</bdi>
    </Anchor>
  );
}

function OrderLink({ id }: { id: number }) {
  return (
    <Anchor component={Link} to={viewOrderHref(id)} inherit>
      {id}
    </Anchor>
  );
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const text = auditSentence(entry);
  return <bdi>{text.charAt(0).toUpperCase() + text.slice(1)}</bdi>;
}

function Concerns({ entry: { actor, member, order_id, type, data } }: { entry: AuditEntry }) {
  if (order_id !== null) return <OrderLink id={order_id} />;
  if (member !== null && member.id !== actor?.id) return <Person person={member} />;
  if ((type === "sign-in-failed" || type === "locked-out") && "account" in data && data.account !== null) {
    return <span title={data.account}>{`Unknown account ${data.account.slice(0, 8)}`}</span>;
  }
  return <span>-</span>;
}

/** The number of orders, and their ids on demand. */
function Orders({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return <span>0</span>;
  return (
    <details className={classes.orders}>
      <summary>{number(ids.length)}</summary>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <OrderLink id={id} />
          </li>
        ))}
      </ul>
    </details>
  );
}
