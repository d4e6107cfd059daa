import { FILTER_LABELS } from "#contract/orders/order-filter.ts";
import { QUEUE } from "#contract/orders/queues.ts";
import { mailTextName } from "#contract/texts/mail-texts.ts";
import { languageName } from "#contract/tracking/visitor-languages.ts";
import type { AuditData, AuditType, OperatorCommand } from "./audit.ts";

type Payload<T extends AuditType> = Extract<AuditData, { type: T }>["data"];
type Sentences = { [T in AuditType]: (data: Payload<T>) => string };

const counted = (count: number, word: string) => `${count.toLocaleString("en-US")} ${word}${count === 1 ? "" : "s"}`;
const times = (count: number) => (count === 1 ? "once" : `${count.toLocaleString("en-US")} times`);

/** The label of each type in the filter. */
export const AUDIT_TYPE_LABELS: Record<AuditType, string> = {
  "signed-in": "Sign-in",
  "sign-in-failed": "Failed sign-in",
  "locked-out": "Lock-out",
  "signed-out": "Sign-out",
  "session-ended": "Session ended",
  confirmed: "Identity confirmed",
  "factor-changed": "Second factor",
  "factor-reset": "Second factor reset",
  "operator-command": "Command on the server",
  refused: "Refused",
  "password-changed": "Password changed",
  "password-reset": "Password reset",
  "member-added": "Member added",
  "member-changed": "Member changed",
  "member-removed": "Member removed",
  "member-invited": "Member invited",
  "invitation-sent-again": "Invitation sent again",
  "invitation-withdrawn": "Invitation withdrawn",
  "invitation-accepted": "Invitation accepted",
  "own-email-asked": "Own email asked for",
  "gateway-activated": "Gateway changed",
  "service-changed": "Service hours changed",
  "mail-text-published": "Text of a mail published",
  "status-mail-switched": "Status mail switched",
  "view-shared": "View shared",
  "view-unshared": "View no longer shared",
  "orders-exported": "Export",
  views: "Views in an hour",
  "many-orders-opened": "Many orders opened",
  "many-orders-listed": "Many orders listed",
  pruned: "Old strangers' events deleted",
  "mailed-elsewhere": "Mail to another address",
  "forged-hook": "Forged report",
};

const COMMAND_WORDS: Record<OperatorCommand, string> = {
  "reset-factors": "removed all second factors of",
  "end-sessions": "ended all sessions of",
  "setup-link": "printed a set-up link for",
};

const DUE = { late: "late", soon: "due soon" };

/** Each event as a sentence that follows its actor's name. */
const SENTENCES: Sentences = {
  "member-added": ({ name, role }) => `added ${name} as ${role}`,
  "member-changed": ({ name, changes, role }) =>
    `changed ${changes.join(", ")} of ${name}${role === null ? "" : `, now ${role}`}`,
  "member-removed": ({ name }) => `removed ${name}`,
  "password-reset": ({ name }) => `set a new password for ${name} with the link in a mail`,
  "member-invited": ({ name, role }) => `invited ${name} as ${role}`,
  "invitation-sent-again": ({ name }) => `sent the invitation of ${name} again`,
  "invitation-withdrawn": ({ name }) => `withdrew the invitation of ${name}`,
  "invitation-accepted": ({ name }) => `accepted the invitation as ${name}`,
  "own-email-asked": () => "asked for another email of their own",
  "orders-exported": ({ list, month, due, filters, is_search, state, rows }) => {
    const part = month ?? (due && DUE[due]);
    const filtered =
      filters === undefined ? "" : `, filtered by ${filters.map((key) => FILTER_LABELS[key]).join(", ")}`;
    const what = `${QUEUE[list].label}${part === undefined ? "" : `, ${part}`}${filtered}${is_search ? ", found by a search" : ""}`;
    if (state === "begun") return `began to export ${what}`;
    const count = counted(rows, "order");
    return state === "complete"
      ? `exported ${count} (${what})`
      : `exported ${count} (${what}) before it was interrupted`;
  },
  "gateway-activated": ({ gateway_name, previous }) =>
    `made ${gateway_name} the active gateway${previous === null ? "" : ` instead of ${previous}`}`,
  "service-changed": ({ changed, settings: { hours, margins } }) =>
    `changed the ${changed.join(" and ")} of the due times: ${hours.standard} h to work, Priority ${hours.priority} h; ` +
    `${margins.standard} h before arrival, Priority ${margins.priority} h`,
  "mail-text-published": ({ text, language, version, is_built_in }) =>
    `${is_built_in ? "went back to the built-in text" : "published a text"} of the mail “${mailTextName(text)}” (${languageName(language)}, version ${version})`,
  "status-mail-switched": ({ mail, is_on }) => `switched the mail “${mailTextName(mail)}” ${is_on ? "on" : "off"}`,
  "view-shared": ({ name, list, roles }) =>
    `shared the view “${name}” of ${QUEUE[list].label} with ${roles.join(", ")}`,
  "view-unshared": ({ name, list }) => `ended the sharing of the view “${name}” of ${QUEUE[list].label}`,
  "signed-in": ({ method, network, device }) =>
    `signed in${method === "password" ? "" : ` by ${method}`} from ${network}${device === "" ? "" : `, ${device}`}`,
  "signed-out": () => "signed out",
  "session-ended": ({ reason, sessions }) => `ended ${counted(sessions, "session")}: ${reason}`,
  "password-changed": () => "changed their own password",
  views: ({ details, documents, mails, packs, rows, orders }) =>
    `opened ${counted(orders.length, "order")} within an hour (${counted(details, "detail")}, ${counted(documents, "document")}, ` +
    `${counted(mails, "mail")}, ${counted(packs, "pack")}) and was shown ${counted(rows, "row")} of lists`,
  "many-orders-opened": ({ orders }) => `has opened ${counted(orders, "different order")} within one hour`,
  "many-orders-listed": ({ orders }) => `was shown ${counted(orders, "different order")} in lists within one hour`,
  pruned: ({ before, events }) =>
    `${counted(events, "event")} about strangers from before ${before.slice(0, 10)} ${events === 1 ? "was" : "were"} deleted`,
  "mailed-elsewhere": () => "mailed a document to an address other than the order's own",
  confirmed: ({ method }) => `confirmed their identity by ${method}`,
  "operator-command": ({ command, name }) => `operator on the server ${COMMAND_WORDS[command]} ${name}`,
  "factor-changed": ({ change }) => `has a changed second factor: ${change}`,
  "factor-reset": ({ name, reason, recognised, sessions }) =>
    `reset the second factor of ${name} and ended ${counted(sessions, "session")}: ${reason} (recognised by: ${recognised})`,
  "sign-in-failed": ({ network, reason, count }) =>
    reason.endsWith(" when confirming")
      ? `entered a ${reason.replace(" when confirming", "")} ${times(count)} to confirm their identity, from ${network}`
      : `failed to sign in ${times(count)} from ${network}: ${reason}`,
  "locked-out": ({ from, network, count }) => `was locked out of ${from} ${times(count)}, from ${network}`,
  refused: ({ call, count }) => `was refused ${times(count)}: ${call}`,
  "forged-hook": ({ provider, network, count }) =>
    `sent a forged report in the name of ${provider} ${times(count)} from ${network}`,
};

export function auditSentence(entry: AuditData): string {
  // The union and the table have the same members by construction; TypeScript can't follow the pairing through the index.
  const sentence = SENTENCES[entry.type] as (data: AuditData["data"]) => string;
  return sentence(entry.data);
}
