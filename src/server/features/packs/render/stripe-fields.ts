import type { Block } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { refundText } from "./closing.ts";
import { countText, NOT_SUPPLIED, orNotSupplied, timeText } from "./wording.ts";

const CE3 = "enhanced_evidence.visa_compelling_evidence_3";
/** Stripe takes so many earlier payments. */
const PRIOR_TAKEN = 5;

/** The same facts once more, under the names of Stripe's dispute evidence, to be copied into its form. */
export function stripeTables(facts: PackFacts): Block[] {
  return [fieldTable("evidence", evidence(facts)), fieldTable(`evidence.${CE3}`, compelling(facts))];
}

function fieldTable(title: string, fields: Field[]): Block {
  return {
    kind: "table",
    title,
    isHeadless: true,
    columns: [
      { title: "", share: 36 },
      { title: "", share: 64 },
    ],
    rows: fields.map(([name, value]) => [name, orNotSupplied(value)]),
  };
}

type Field = [name: string, value: string | null];

function evidence(facts: PackFacts): Field[] {
  const { order, sold, purchase, document, terms, signIns, downloads, contact, refund } = facts;
  const visits = signIns.length + downloads.length;
  return [
    ["customer_name", order.fullName],
    ["customer_email_address", order.email],
    ["customer_purchase_ip", purchase.ip],
    ["billing_address", null],
    ["product_description", `${sold.service}, ${sold.mode} processing`],
    ["service_date", document === null ? null : document.storedAt.slice(0, 10)],
    ["service_documentation", document === null ? null : `${document.file}, SHA-256 ${document.sha256}; exhibit G`],
    [
      "access_activity_log",
      visits === 0 ? null : `${countText(visits, "sign-in and download", "sign-ins and downloads")}; exhibit H`,
    ],
    [
      "customer_communication",
      contact.length === 0 ? null : `${countText(contact.length, "note")} of contact; exhibit I`,
    ],
    ["refund_policy", terms.refundPolicyVersion === null ? null : `version ${terms.refundPolicyVersion}; exhibit F`],
    ["refund_policy_disclosure", accepted(terms)],
    ["cancellation_policy", terms.version === null ? null : `terms, version ${terms.version}; exhibit F`],
    ["cancellation_policy_disclosure", accepted(terms)],
    ["refund_refusal_explanation", refund.recordedAt === null && !refund.isDue ? null : refundText(facts)],
    ["customer_signature", null],
    ["receipt", null],
  ];
}

function accepted({ acceptedAt, version }: PackFacts["terms"]): string | null {
  if (acceptedAt === null) return null;
  return `terms ${version === null ? "" : `version ${version} `}accepted ${timeText(acceptedAt)}`;
}

function compelling({ order, purchase, sold, earlier }: PackFacts): Field[] {
  const disputed = "disputed_transaction";
  const prior = earlier.orders.filter(({ qualifies }) => qualifies).slice(0, PRIOR_TAKEN);
  return [
    [`${disputed}.customer_email_address`, order.email],
    [`${disputed}.customer_purchase_ip`, purchase.ip],
    [`${disputed}.merchandise_or_services`, "services"],
    [`${disputed}.product_description`, `${sold.service}, ${sold.mode} processing`],
    [
      "prior_undisputed_transactions",
      prior.length === 0
        ? NOT_SUPPLIED
        : prior
            .map(
              ({ transactionId, ip, shares }, index) =>
                `${index + 1}. charge ${orNotSupplied(transactionId)}, customer_purchase_ip ${orNotSupplied(ip)}${
                  shares.includes("email") ? ", the same customer_email_address" : ""
                }`,
            )
            .join("; "),
    ],
  ];
}
