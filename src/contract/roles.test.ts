import { expect, it } from "vitest";
import { can, PERMISSIONS, type Permission, ROLES } from "./roles.ts";

/** Decision 17 and, for packs, blocked addresses and exports, what later records added, copied by hand: a change of the table in the code has to be a change of a decision. */
const DECISION: Record<Permission, string> = {
  "orders:work": "Admin Manager Team Telecaller NightStaff",
  "orders:history": "Admin Manager Team NightStaff",
  "orders:export": "Admin Manager",
  "orders:delete": "Admin Manager",
  "orders:purge": "Admin",
  "packs:override": "Admin Manager",
  "mail:unblock": "Admin Manager",
  "team:view": "Admin Manager Team Telecaller NightStaff",
  "team:manage": "Admin Manager",
  "gateways:view": "Admin Manager Team Telecaller NightStaff",
  "gateways:activate": "Admin Manager",
};

it.each(Object.keys(PERMISSIONS) as Permission[])("%s is held by the roles of decision 17", (permission) => {
  const holders = ROLES.filter((role) => can(role, permission)).map((role) => role.replace(" ", ""));
  expect(holders.join(" ")).toBe(DECISION[permission]);
});
