import { expect, it } from "vitest";
import { can, PERMISSIONS, type Permission, ROLES } from "./roles.ts";

/** Copied by hand from decision record 0021 and later records: a change in the code must be a change of a decision. */
const DECISION: Record<Permission, string> = {
  "orders:work": "Admin Manager Team Telecaller NightStaff",
  "orders:history": "Admin Manager Team NightStaff",
  "orders:correct": "Admin Manager Team Telecaller NightStaff",
  "orders:correct-identity": "Admin Manager Team NightStaff",
  "orders:correct-mode": "Admin Manager",
  "orders:correct-email": "Admin Manager",
  "orders:assign": "Admin Manager",
  "orders:export": "Admin Manager",
  "orders:delete": "Admin Manager",
  "orders:purge": "Admin",
  "conversation:write": "Admin Manager Team Telecaller NightStaff",
  "packs:override": "Admin Manager",
  "disputes:withdraw": "Admin Manager",
  "refunds:override": "Admin Manager",
  "refunds:totals": "Admin Manager",
  "mail:unblock": "Admin Manager",
  "security:view": "Admin",
  "security:manage": "Admin",
  "setup:view": "Admin",
  "team:view": "Admin Manager Team Telecaller NightStaff",
  "team:manage": "Admin Manager",
  "gateways:view": "Admin Manager Team Telecaller NightStaff",
  "gateways:activate": "Admin Manager",
  "service:settings": "Admin Manager",
  "texts:edit": "Admin Manager",
  "views:share": "Admin Manager",
};

it.each(Object.keys(PERMISSIONS) as Permission[])(
  "%s is held by the roles it is given to @1-002 @6-012",
  (permission) => {
    const holders = ROLES.filter((role) => can(role, permission)).map((role) => role.replace(" ", ""));
    expect(holders.join(" ")).toBe(DECISION[permission]);
  },
);
