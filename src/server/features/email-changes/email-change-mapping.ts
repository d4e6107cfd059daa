import type { EmailChange } from "#contract/email-changes/email-changes.ts";

/** A change as the details read it, without what only links need. */
interface ShownChange extends Pick<EmailChange, "id" | "reason" | "proof"> {
  oldEmail: string | null;
  newEmail: string;
  askedBy: string;
  askedById: number;
  askedAt: Date;
  expiresAt: Date;
  contestedAt: Date | null;
}

export function toEmailChange(change: ShownChange): EmailChange {
  return {
    id: change.id,
    state: change.contestedAt === null ? "pending" : "contested",
    old_email: change.oldEmail,
    new_email: change.newEmail,
    reason: change.reason,
    proof: change.proof,
    asked_by: change.askedBy,
    asked_by_id: change.askedById,
    asked_at: change.askedAt.toISOString(),
    expires_at: change.expiresAt.toISOString(),
    contested_at: change.contestedAt?.toISOString() ?? null,
  };
}
