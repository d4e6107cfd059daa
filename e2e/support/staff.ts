import { ROLES, type Role } from "#contract/roles.ts";

/** The members of the browser tests' program, one per role. */
export const STAFF_PASSWORD = "correct horse 7";
export const INTAKE_KEY = "intake-key-of-the-browser-tests";

export const STAFF = ROLES.map((role) => ({
  role,
  name: `${role} Member`,
  email: staffEmail(role),
  password: STAFF_PASSWORD,
}));

export function staffEmail(role: Role): string {
  return `${role.toLowerCase().replace(" ", ".")}@staff.example`;
}
