import * as z from "zod";
import { instantSchema, monthSchema } from "./dates.ts";
import { defineOperation } from "./operation.ts";
import { listWords } from "./order-export.ts";
import { listNameSchema } from "./order-status.ts";
import { roleSchema } from "./roles.ts";

const event = <T extends string, S extends z.ZodRawShape>(type: T, data: S) =>
  z.object({ type: z.literal(type), data: z.object(data) });
const member = { member_id: z.int(), name: z.string() };

/** What can happen to the office itself, apart from what happens to single orders. Stored payloads outlive this file, as the timeline's do. */
export const activityDataSchema = z.discriminatedUnion("type", [
  event("member-added", { ...member, role: roleSchema }),
  event("member-changed", {
    ...member,
    changes: z.array(z.enum(["name", "email", "type", "password"])),
    /** The type after the change, when that changed. */
    role: roleSchema.nullable(),
  }),
  event("member-removed", member),
  event("password-reset", member),
  event("orders-exported", {
    list: listNameSchema,
    month: monthSchema.nullable(),
    is_search: z.boolean(),
    state: z.enum(["begun", "complete", "broken off"]),
    /** Handed over so far. */
    rows: z.int(),
  }),
  event("gateway-activated", { gateway_id: z.int(), gateway_name: z.string(), previous: z.string().nullable() }),
]);
export type ActivityData = z.infer<typeof activityDataSchema>;
export type ActivityType = ActivityData["type"];

export const activityEntrySchema = z
  .intersection(
    z.object({ id: z.int(), at: instantSchema, actor: z.object({ id: z.int(), name: z.string() }).nullable() }),
    activityDataSchema,
  )
  .meta({ id: "ActivityEntry" });
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const ACTIVITY_LIMIT = 50;

export const listActivity = defineOperation({
  method: "GET",
  path: "/admin/activity",
  summary: "The last changes of team and gateways and exports of orders, newest first",
  access: "team:manage",
  data: z.array(activityEntrySchema),
});

type Payload<T extends ActivityType> = Extract<ActivityData, { type: T }>["data"];
type Sentences = { [T in ActivityType]: (data: Payload<T>) => string };

/** Each event as a sentence to stand after its actor's name. */
const SENTENCES: Sentences = {
  "member-added": ({ name, role }) => `added ${name} as ${role}`,
  "member-changed": ({ name, changes, role }) =>
    `changed ${changes.join(", ")} of ${name}${role === null ? "" : `, now ${role}`}`,
  "member-removed": ({ name }) => `removed ${name}`,
  "password-reset": ({ name }) => `set a new password for ${name} by the mail's link`,
  "orders-exported": ({ list, month, is_search, state, rows }) => {
    const what = `${listWords(list)}${month === null ? "" : `, ${month}`}${is_search ? ", found by a search" : ""}`;
    if (state === "begun") return `began to export ${what}`;
    const count = `${rows.toLocaleString("en-US")} ${rows === 1 ? "order" : "orders"}`;
    return state === "complete" ? `exported ${count} (${what})` : `exported ${count} (${what}) before it broke off`;
  },
  "gateway-activated": ({ gateway_name, previous }) =>
    `made ${gateway_name} the active gateway${previous === null ? "" : ` instead of ${previous}`}`,
};

export function activitySentence(entry: ActivityData): string {
  // The union's members and the table's are the same by construction; TypeScript can't follow the pairing through the index.
  const sentence = SENTENCES[entry.type] as (data: ActivityData["data"]) => string;
  return sentence(entry.data);
}
