import * as z from "zod";
import { MESSAGES } from "./messages.ts";

export const ROLES = ["Admin", "Manager", "Team", "Telecaller", "Night Staff"] as const;
export const roleSchema = z.enum(ROLES, { error: MESSAGES.teamTypeRequired });
export type Role = (typeof ROLES)[number];

const everyone = ROLES;
const managers = ["Admin", "Manager"] as const satisfies readonly Role[];

/**
 * Who may do what: the one table that server and screens read (decision 17). The server enforces it on every
 * route and, where the answer hangs on the object, in the service.
 */
export const PERMISSIONS = {
  "orders:work": everyone,
  "orders:history": ["Admin", "Manager", "Team", "Night Staff"],
  "orders:export": managers,
  "orders:delete": managers,
  "orders:purge": ["Admin"],
  "packs:override": managers,
  "mail:unblock": managers,
  "team:view": everyone,
  "team:manage": managers,
  "gateways:view": everyone,
  "gateways:activate": managers,
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

export function can(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}
