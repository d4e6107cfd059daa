import type { Block } from "#server/platform/typesetting/blocks.ts";
import { type Grade, weakest } from "../grades.ts";
import type { PackFacts } from "../pack-facts.ts";
import { refundGrade, refundText } from "./closing.ts";
import { countText, orNotSupplied, soldText, timeText } from "./wording.ts";

const CE3 = "enhanced_evidence.visa_compelling_evidence_3";

/** The same facts under the field names of Stripe's dispute evidence, ready to be copied into its form. */
export function stripeTables(facts: PackFacts): Block[] {
  const tables = [fieldTable("evidence", evidence(facts))];
  if (facts.earlier.verdict !== "other_scheme") tables.push(fieldTable(`evidence.${CE3}`, compelling(facts)));
  return tables;
}

/** Only the fields that have a value. */
function fieldTable(title: string, fields: Field[]): Block {
  return {
    kind: "table",
    title,
    isHeadless: true,
    columns: [
      { title: "", share: 36 },
      { title: "", share: 57 },
      { title: "", share: 7 },
    ],
    rows: fields.flatMap(([name, value, grade]) =>
      value === null || value === "" ? [] : [[name, value, grade === undefined ? "" : `[${grade}]`]],
    ),
  };
}

/** No grade: a fixed text. */
type Field = [name: string, value: string | null, grade?: Grade];

function evidence(facts: PackFacts): Field[] {
  const { order, purchase, document, terms, signIns, downloads, contact, correspondence = [], refund, grades } = facts;
  const visits = signIns.length + downloads.length;
  return [
    ["customer_name", order.fullName, grades.order],
    ["customer_email_address", order.email, grades.order],
    ["customer_purchase_ip", purchase.ip, grades.purchase],
    ["product_description", soldText(facts), grades.order],
    ["service_date", document === null ? null : document.storedAt.slice(0, 10), grades.document],
    [
      "service_documentation",
      document === null ? null : `${document.file}, SHA-256 ${document.sha256}; exhibit G`,
      grades.document,
    ],
    [
      "access_activity_log",
      visits === 0 ? null : `${countText(visits, "sign-in and download", "sign-ins and downloads")}; exhibit H`,
      grades.visits,
    ],
    [
      "customer_communication",
      communicationText(contact.length, correspondence.length),
      contact.length === 0 ? grades.correspondence : grades.contact,
    ],
    [
      "refund_policy",
      terms.refundPolicyVersion === null ? null : `version ${terms.refundPolicyVersion}; exhibit F`,
      grades.refundPolicy,
    ],
    ["refund_policy_disclosure", accepted(terms), grades.terms],
    ["cancellation_policy", terms.version === null ? null : `terms, version ${terms.version}; exhibit F`, grades.terms],
    ["cancellation_policy_disclosure", accepted(terms), grades.terms],
    [
      "refund_refusal_explanation",
      refund.recordedAt === null && !refund.isDue && refund.refunds === undefined ? null : refundText(facts),
      refundGrade(facts),
    ],
  ];
}

function accepted({ acceptedAt, version }: PackFacts["terms"]): string | null {
  if (acceptedAt === null) return null;
  return `terms ${version === null ? "" : `version ${version} `}accepted ${timeText(acceptedAt)}`;
}

function compelling(facts: PackFacts): Field[] {
  const { order, purchase, device, earlier, grades } = facts;
  const disputed = "disputed_transaction";
  const prior = earlier.orders.filter(({ qualifies }) => qualifies);
  return [
    [`${disputed}.customer_account_id`, device.accountId, grades.device],
    [`${disputed}.customer_device_id`, device.id, grades.device],
    [`${disputed}.customer_device_fingerprint`, device.fingerprint, grades.device],
    [`${disputed}.customer_email_address`, order.email, grades.order],
    [`${disputed}.customer_purchase_ip`, purchase.ip, grades.purchase],
    [`${disputed}.merchandise_or_services`, "services"],
    [`${disputed}.product_description`, soldText(facts), grades.order],
    [
      "prior_undisputed_transactions",
      prior.length === 0 ? null : prior.map(priorText).join("; "),
      weakest("S", ...prior.map(({ grade }) => grade)),
    ],
  ];
}

function priorText(order: PackFacts["earlier"]["orders"][number], index: number): string {
  const same = [
    ["account", "customer_account_id"],
    ["device", "customer_device_id or customer_device_fingerprint"],
    ["email", "customer_email_address"],
  ] as const;
  const shared = same.filter(([element]) => order.shares.includes(element)).map(([, name]) => `, the same ${name}`);
  const charge = orNotSupplied(order.chargeId ?? order.transactionId);
  return `${index + 1}. charge ${charge}, customer_purchase_ip ${orNotSupplied(order.ip)}${shared.join("")}`;
}

function communicationText(notes: number, messages: number): string | null {
  const parts = [
    ...(notes === 0 ? [] : [`${countText(notes, "note")} of contact`]),
    ...(messages === 0 ? [] : [countText(messages, "message")]),
  ];
  return parts.length === 0 ? null : `${parts.join(", ")}; exhibit I`;
}
