import * as z from "zod";
import { instantSchema, monthSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { DUE_FILTERS, FILTER_KEYS } from "#contract/orders/order-filter.ts";
import { listNameSchema } from "#contract/orders/queues.ts";
import { roleSchema } from "#contract/roles.ts";
import { serviceSettingsSchema } from "#contract/service-settings/service-settings.ts";

const event = <T extends string, S extends z.ZodRawShape>(type: T, data: S) =>
  z.object({ type: z.literal(type), data: z.object(data) });
const member = { member_id: z.int(), name: z.string() };
const view = { view_id: z.int(), name: z.string(), list: listNameSchema };

/** Team, gateways, service hours, texts of mails, shared views and exports: what Manage Team shows. Stored payloads are permanent: never change an old shape. */
export const activityDataSchema = z.discriminatedUnion("type", [
  event("member-added", { ...member, role: roleSchema }),
  event("member-changed", {
    ...member,
    changes: z.array(z.enum(["name", "email", "type", "password"])),
    /** The new type, if it changed. */
    role: roleSchema.nullable(),
  }),
  event("member-removed", member),
  event("password-reset", member),
  event("member-invited", { ...member, role: roleSchema }),
  event("invitation-sent-again", member),
  event("invitation-withdrawn", member),
  event("invitation-accepted", member),
  event("orders-exported", {
    list: listNameSchema,
    month: monthSchema.nullable(),
    due: z.enum(DUE_FILTERS).optional(),
    /** Which other filters were used. */
    filters: z.array(z.enum(FILTER_KEYS)).optional(),
    is_search: z.boolean(),
    state: z.enum(["begun", "complete", "broken off"]),
    /** Rows sent so far. */
    rows: z.int(),
  }),
  event("service-changed", {
    changed: z.array(z.enum(["hours", "margins", "calendar"])),
    settings: serviceSettingsSchema,
  }),
  event("view-shared", { ...view, roles: z.array(roleSchema) }),
  /** Made personal or deleted. */
  event("view-unshared", view),
  event("mail-text-published", {
    text: z.string(),
    language: z.string(),
    version: z.int(),
    /** Back to the text that comes with the program. */
    is_built_in: z.boolean(),
  }),
  event("status-mail-switched", { mail: z.string(), is_on: z.boolean() }),
  event("gateway-activated", { gateway_id: z.int(), gateway_name: z.string(), previous: z.string().nullable() }),
]);
export type ActivityData = z.infer<typeof activityDataSchema>;
export type ActivityType = ActivityData["type"];

/** The client's network: the whole IPv4 address or the first 64 bits of IPv6. */
const network = z.string();
/** Browser and system from the user agent, empty when unknown. */
const device = z.string();

/** How a member proved who they are. */
export const PROOF_METHODS = [
  "password",
  "password and code",
  "password and recovery code",
  "password and passkey",
  "passkey",
  "link",
] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** Events that an outsider can cause at will: equal ones within some seconds are merged into one event with a count. */
const folded = {
  count: z.int(),
  /** Time of the first one; the event's own time is that of the last. */
  since: instantSchema,
};

const floodableOptions = [
  event("sign-in-failed", {
    /** A keyed digest of an e-mail address that belongs to no member; null for a member, whom the event names. */
    account: z.string().nullable(),
    network,
    device,
    method: z.enum(["password", "code", "recovery code", "passkey"]),
    /** The last ones: a signed-in member was asked to confirm. */
    reason: z.enum([
      "wrong password",
      "unknown account",
      "too many to list",
      "wrong code",
      "wrong recovery code",
      "wrong passkey",
      "unknown passkey",
      "a passkey whose counter went back",
      "wrong password when confirming",
      "wrong code when confirming",
      "wrong recovery code when confirming",
      "wrong passkey when confirming",
    ]),
    ...folded,
  }),
  event("locked-out", {
    /** Refused by a rate limit. */
    from: z.string(),
    account: z.string().nullable(),
    network,
    ...folded,
  }),
  /** 403: the caller's role lacks the permission. */
  event("refused", { call: z.string(), network, ...folded }),
  /** A provider report with an invalid signature, topic or time. */
  event("forged-hook", { provider: z.enum(["ses", "sendgrid"]), network, ...folded }),
] as const;
const floodableSchema = z.discriminatedUnion("type", floodableOptions);
export type FloodableData = z.infer<typeof floodableSchema>;

const FACTOR_CHANGES = [
  "authenticator app added",
  "authenticator app removed",
  "authenticator app suspended",
  "passkey added",
  "passkey removed",
  "passkey suspended",
  "password sign-in allowed",
  "password sign-in switched off, only passkeys",
  "recovery codes renewed",
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];

export const OPERATOR_COMMANDS = ["reset-factors", "end-sessions", "setup-link"] as const;
export type OperatorCommand = (typeof OPERATOR_COMMANDS)[number];

const securityOptions = [
  event("signed-in", { method: z.enum(PROOF_METHODS), network, device }),
  event("signed-out", {}),
  event("session-ended", {
    reason: z.enum(["password changed", "type changed", "member removed", "ended by a member", "too many sessions"]),
    sessions: z.int(),
  }),
  event("password-changed", {}),
  /** A link was mailed to a member's own new address. */
  event("own-email-asked", {}),
  /** What a member viewed within one past hour (UTC). */
  event("views", {
    hour: instantSchema,
    details: z.int(),
    documents: z.int(),
    mails: z.int(),
    packs: z.int(),
    /** Rows of lists and searches. */
    rows: z.int(),
    /** Ids of the orders opened; those only shown in a list are not included. */
    orders: z.array(z.int()),
  }),
  /** A member opened more different orders within an hour than a person works through; recorded once an hour. */
  event("many-orders-opened", { hour: instantSchema, orders: z.int() }),
  /** Lists and exports showed a member more different orders within an hour; recorded once an hour. */
  event("many-orders-listed", { hour: instantSchema, orders: z.int() }),
  /** Old events of this log that name no member and that outsiders can cause at will were deleted. */
  event("pruned", { before: instantSchema, events: z.int() }),
  /** A document was mailed to an address other than the order's own. */
  event("mailed-elsewhere", { mail_id: z.int() }),
  /** The member proved again who they are before a dangerous operation. */
  event("confirmed", { method: z.enum(PROOF_METHODS) }),
  event("factor-changed", { change: z.enum(FACTOR_CHANGES) }),
  /** An Admin removed another member's factors, who is named by the event too. */
  event("factor-reset", { name: z.string(), reason: z.string(), recognised: z.string(), sessions: z.int() }),
  /** Done on the server, by `npm run account`; the event names the member. */
  event("operator-command", { command: z.enum(OPERATOR_COMMANDS), name: z.string() }),
] as const;

/** Every event type of the audit log. */
export const auditDataSchema = z.discriminatedUnion("type", [
  ...activityDataSchema.options,
  ...floodableOptions,
  ...securityOptions,
]);
export type AuditData = z.infer<typeof auditDataSchema>;
export type AuditType = AuditData["type"];

export const ACTIVITY_TYPES = activityDataSchema.options.map(({ shape }) => shape.type.value) as [
  ActivityType,
  ...ActivityType[],
];
export const AUDIT_TYPES = auditDataSchema.options.map(({ shape }) => shape.type.value) as [AuditType, ...AuditType[]];

const person = z.object({ id: z.int(), name: z.string() }).nullable();

export const activityEntrySchema = z
  .intersection(z.object({ id: z.int(), at: instantSchema, actor: person }), activityDataSchema)
  .meta({ id: "ActivityEntry" });
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const ACTIVITY_LIMIT = 50;

export const listActivity = defineOperation({
  method: "GET",
  path: "/admin/activity",
  summary:
    "The latest changes of team, gateways, service hours, mail texts and shared views and exports of orders, newest first",
  access: "team:manage",
  shows: "nothing",
  query: z.object({ type: z.enum(ACTIVITY_TYPES).optional() }),
  data: z.array(activityEntrySchema),
});
