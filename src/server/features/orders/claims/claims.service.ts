import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import {
  type ChangedClaims,
  CLAIMED_MAX,
  type Claim,
  type ClaimsOverview,
  HANDED_OUT_MAX,
  type TakeNextList,
} from "#contract/claims/claims.ts";
import { CLAIM_MESSAGES, claimHeldMessage } from "#contract/claims/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { AppError, notFound, requireFound } from "#server/platform/app-error.ts";
import { sharedRead } from "#server/platform/batching.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { TimelineService } from "../../timeline/timeline.service.ts";
import { orderReads } from "../order-facts.repository.ts";
import {
  countClaims,
  deleteClaim,
  deleteEnded,
  endActivity,
  findClaim,
  findClaimsOverview,
  findHolder,
  findLapsed,
  forgetClaims,
  insertNext,
  lockMember,
  renew,
  upsertClaim,
  upsertReturn,
} from "./claims.repository.ts";

interface ClaimsDeps {
  db: Database;
  now: Clock;
  timeline: Pick<TimelineService, "record">;
}

interface Actor {
  id: number;
  name: string;
}

/** How often Take next tries again when another caller was faster. */
const TAKE_ATTEMPTS = 5;

export type ClaimsService = ReturnType<typeof createClaimsService>;

/**
 * Who has which order (decision record 0094): advisory, so nothing here refuses any other call. The database begins and
 * ends claims with the events of a timeline; their times are the database's.
 */
export function createClaimsService({ db, now, timeline }: ClaimsDeps) {
  /** @throws AppError not_found */
  async function lockOrder(tx: Transaction, orderId: number): Promise<void> {
    requireFound(await orderReads.lock(tx, orderId), MESSAGES.orderNotFound);
  }

  async function requireClaim(tx: Transaction, orderId: number): Promise<Claim> {
    const claim = await findClaim(tx, orderId);
    // The new holder was disabled meanwhile.
    if (claim === null) throw conflict(null);
    return claim;
  }

  async function handOut(tx: Transaction, memberId: number, list: TakeNextList): Promise<number | null> {
    let waits = false;
    for (let attempt = 0; attempt < TAKE_ATTEMPTS; attempt += 1) {
      const { found, taken } = await insertNext(tx, memberId, list, waits);
      if (taken !== null) return taken;
      if (found === null && waits) return null;
      // All free orders are locked by others: wait for one. Otherwise another caller was faster: retry.
      waits = found === null;
    }
    throw new AppError("conflict_version", CLAIM_MESSAGES.takeNextCrowded);
  }

  return {
    /**
     * Claims the order of a queue that is due first among those that nobody has.
     * @returns its id, or null when nothing is waiting
     * @throws AppError rule_violation for a member with three of them; conflict_version when others were faster each time
     */
    async takeNext({ id }: Actor, list: TakeNextList): Promise<number | null> {
      await deleteEnded(db);
      return await db.transaction(async (tx) => {
        if (!(await lockMember(tx, id))) throw new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
        if ((await countClaims(tx, id, ["next"])) >= HANDED_OUT_MAX) {
          throw new AppError("rule_violation", CLAIM_MESSAGES.takeNextLimit);
        }
        return await handOut(tx, id, list);
      });
    },

    /** @throws AppError not_found; conflict_version when somebody has it whom the caller doesn't name; rule_violation for a member with twenty */
    async claim({ id, name }: Actor, orderId: number, takeOverFrom: number | null): Promise<Claim> {
      return await db.transaction(async (tx) => {
        // Before the order, as Take next does; claims at once are counted one after the other.
        if (!(await lockMember(tx, id))) throw new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
        await lockOrder(tx, orderId);
        const held = await findClaim(tx, orderId);
        if (held !== null && held.member.id === id) await renew(tx, orderId, id);
        else {
          if (held !== null && held.member.id !== takeOverFrom) throw conflict(held);
          // Or one member could keep whole queues from Take next.
          if ((await countClaims(tx, id, ["manual", "next"])) >= CLAIMED_MAX) {
            throw new AppError("rule_violation", CLAIM_MESSAGES.claimLimit);
          }
          await upsertClaim(tx, { orderId, memberId: id, kind: "manual" });
          if (held !== null) {
            const event = { type: "claim-taken-over", data: { from: held.member, to: { id, name } } } as const;
            await timeline.record(tx, now(), [{ orderId, actorId: id, event }]);
          }
        }
        return await requireClaim(tx, orderId);
      });
    },

    /** @throws AppError conflict_version when the member doesn't have it */
    async renew({ id }: Actor, orderId: number): Promise<void> {
      if (!(await renew(db, orderId, id))) throw conflict(await findClaim(db, orderId));
    },

    /** An order that nobody has may be returned again. @throws AppError not_found, conflict_version */
    async return({ id }: Actor, orderId: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockOrder(tx, orderId);
        const held = await findClaim(tx, orderId);
        if (held === null) return;
        if (held.member.id !== id) throw conflict(held);
        await deleteClaim(tx, orderId);
        await upsertReturn(tx, orderId, id);
      });
    },

    /** Gives the order to a member, or to nobody. @throws AppError not_found */
    async assign(actor: Actor, orderId: number, memberId: number | null): Promise<Claim | null> {
      return await db.transaction(async (tx) => {
        await lockOrder(tx, orderId);
        const to = memberId === null ? null : await findHolder(tx, memberId);
        if (to === undefined) throw notFound(TEAM_MESSAGES.teamMemberNotFound);
        const held = await findClaim(tx, orderId);
        const isSame = to === null ? held === null : held?.member.id === to.id && held.kind === "assigned";
        if (isSame) return held;
        if (to === null) await deleteClaim(tx, orderId);
        else await upsertClaim(tx, { orderId, memberId: to.id, kind: "assigned" });
        const event = { type: "assigned", data: { from: held?.member ?? null, to } } as const;
        await timeline.record(tx, now(), [{ orderId, actorId: actor.id, event }]);
        return to === null ? null : await requireClaim(tx, orderId);
      });
    },

    /** All claims and viewers; concurrent callers share a read. */
    overview: sharedRead<ClaimsOverview>(() => findClaimsOverview(db)),

    /** Those of some orders, for the live event. */
    async changed(orderIds: readonly number[]): Promise<ChangedClaims> {
      return { orders: [...orderIds], ...(await findClaimsOverview(db, orderIds)) };
    },

    /** A stream of this order and member has ended. */
    left: (orderId: number, memberId: number) => endActivity(db, orderId, memberId),

    /** Deletes expired claims. @returns the orders whose claims became inactive within the last seconds */
    async sweep(seconds: number): Promise<number[]> {
      await deleteEnded(db);
      return await findLapsed(db, seconds);
    },

    forget: forgetClaims,
  };
}

/** @param held the claim of whoever has the order; null is nobody */
function conflict(held: Claim | null): AppError {
  const message = held === null ? CLAIM_MESSAGES.claimGone : claimHeldMessage(held.member.name);
  return new AppError("conflict_version", message, { data: held });
}
