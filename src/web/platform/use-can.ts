import { can, type Permission } from "#contract/roles.ts";
import { useSession } from "./use-session.ts";

/** True when the signed-in member's role has a permission. For display only; the server decides. */
export function useCan(permission: Permission): boolean {
  const session = useSession();
  return session !== null && can(session.user.type, permission);
}
