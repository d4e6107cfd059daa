import * as z from "zod";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";

export const ROLES = ["Admin", "Manager", "Team", "Telecaller", "Night Staff"] as const;
export const roleSchema = z.enum(ROLES, { error: TEAM_MESSAGES.teamTypeRequired });
export type Role = (typeof ROLES)[number];

const everyone = ROLES;
const managers = ["Admin", "Manager"] as const satisfies readonly Role[];

/**
 * Who may do what: the one table that server and screens read (decision record 0021). The server enforces it on every
 * route and, where it depends on the object, in the service.
 */
export const PERMISSIONS = {
  /** An order's page with all its parts, mails included; to move orders, file them and record refunds. */
  "orders:work": everyone,
  /** The list Order History (`allOrder`), not the history of an order. */
  "orders:history": ["Admin", "Manager", "Team", "Night Staff"],
  /** Flight, ports, stay, purpose, travel mode and telephone; also to ask for any other correction. */
  "orders:correct": everyone,
  /** Name, passport number, nationality, date of birth, sex and arrival date. */
  "orders:correct-identity": ["Admin", "Manager", "Team", "Night Staff"],
  "orders:correct-mode": managers,
  "orders:correct-email": managers,
  /** Give an order to another member, or take it from one. */
  "orders:assign": managers,
  "orders:export": managers,
  "orders:delete": managers,
  /** Permanent deletion. */
  "orders:purge": ["Admin"],
  /** Read the conversation with a customer, write to them, and stop a message that has not left. */
  "conversation:write": everyone,
  "packs:override": managers,
  "disputes:withdraw": managers,
  /** Record a refund despite a dispute, and undo one. */
  "refunds:override": managers,
  /** What is due and what was recorded, by currency. */
  "refunds:totals": managers,
  "mail:unblock": managers,
  "security:view": ["Admin"],
  /** Remove another member's second factor. */
  "security:manage": ["Admin"],
  /** What a new installation lacks. */
  "setup:view": ["Admin"],
  "team:view": everyone,
  "team:manage": managers,
  "gateways:view": everyone,
  "gateways:activate": managers,
  /** Service hours, margins and calendar of the due times. */
  "service:settings": managers,
  /** Change the quick replies of the office. */
  "texts:edit": managers,
  /** Share saved views with roles, and change or delete shared ones. */
  "views:share": managers,
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export function can(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
