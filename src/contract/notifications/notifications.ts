import * as z from "zod";
import { roleSchema } from "#contract/roles.ts";

const notification = <K extends string, S extends z.ZodRawShape>(kind: K, facts: S) =>
  z.object({ kind: z.literal(kind), facts: z.object(facts) });
const by = z.string();

/** Mails to a member about their own account, and to Admins about the team. They contain no link that grants access. */
export const memberNotificationSchema = z.discriminatedUnion("kind", [
  notification("password-changed", { by }),
  notification("email-changed", { by }),
  notification("type-changed", { by, type: roleSchema }),
  notification("sessions-ended", { by, count: z.int() }),
  notification("new-device", { device: z.string(), place: z.string() }),
  notification("own-email-asked", { email: z.string() }),
  notification("invitation-accepted", { member: z.string() }),
  /** Added or removed, in the words of the audit log. */
  notification("factor-changed", { change: z.string() }),
  /** To Admins: somebody may have a copy of it. */
  notification("passkey-suspended", { member: z.string(), name: z.string() }),
  notification("factor-reset", { by }),
  /** To Admins, about another member. */
  notification("member-factor-reset", { by, member: z.string(), reason: z.string(), recognised: z.string() }),
  notification("set-up-link-made", { by }),
  notification("recovery-code-used", { left: z.int() }),
  notification("password-known", { tries: z.int() }),
  notification("email-contested", { order: z.int(), asked_by: z.string(), is_open: z.boolean() }),
  notification("many-orders-read", { member: z.string(), orders: z.int() }),
  notification("many-orders-listed", { member: z.string(), orders: z.int() }),
]);
export type MemberNotification = z.infer<typeof memberNotificationSchema>;
