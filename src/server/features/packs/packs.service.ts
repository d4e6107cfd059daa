import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type * as z from "zod";
import { PACK_FOR_REASON } from "#contract/disputes.ts";
import { MESSAGES } from "#contract/messages.ts";
import { type defencePackDetails, PACK_TYPES, type PackPreflight, type PackType } from "#contract/packs.ts";
import { can, type Role } from "#contract/roles.ts";
import type { DisputesService } from "#server/features/disputes/disputes.service.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";
import { factsDigest } from "./facts-digest.ts";
import { type Facing, type Gathered, gather, toFacts } from "./gather-facts.ts";
import { type PackFacts, PackTooLong, type RenderedPack, type RenderPack } from "./pack-facts.ts";
import { toPack } from "./pack-mapping.ts";
import { findLastPack, findPack, findPackKeys, findPacks, insertPack, type PackRecord } from "./packs.repository.ts";
import { preflight, whyNotOffered } from "./preflight.ts";

export interface PacksDeps extends Facing {
  db: Database;
  now: Clock;
  log: Log;
  measures?: Measures;
  files: FileStore;
  timeline: TimelineService;
  orders: Pick<OrderReads, "lock">;
  disputes: Pick<DisputesService, "findOpen">;
  render: RenderPack;
}

interface PackRequest {
  orderId: number;
  defencePackType: PackType;
  overrideReason: string | null;
}

/** A stored pack whose bytes are those that were made. */
export interface IntactPack {
  id: number;
  /** Made of [A-Za-z0-9._-]. */
  name: string;
  content: Buffer;
}

const FOLDER = "packs";

export type PacksService = ReturnType<typeof createPacksService>;

export function createPacksService(deps: PacksDeps) {
  const { db, now, log, measures, files, timeline, orders, disputes, render } = deps;

  async function requireGathered(orderId: number): Promise<Gathered> {
    const gathered = await gather(db, orderId);
    if (gathered === undefined) throw notFound(MESSAGES.orderNotFound);
    return gathered;
  }

  /** Makes a pack of these facts, unless another press was first. */
  async function store(
    actor: { id: number },
    facts: PackFacts,
    given: { rendered: RenderedPack; digest: Buffer; overrideReason: string | null; damagedId: number | null },
  ): Promise<{ id: number; storageKey: string; isNew: boolean }> {
    const { rendered, digest, overrideReason, damagedId } = given;
    const { bytes, pages } = rendered;
    const orderId = facts.order.id;
    const storageKey = `${FOLDER}/${randomBytes(24).toString("hex")}`;
    const sha256 = sha256Of(bytes);
    await files.put(storageKey, bytes);

    async function write(tx: Transaction) {
      if ((await orders.lock(tx, orderId)) === undefined) throw notFound(MESSAGES.orderNotFound);
      const last = await findLastPack(tx, orderId, facts.type);
      if (last !== undefined && last.id !== damagedId && last.factsDigest.equals(digest)) {
        return { id: last.id, storageKey: last.storageKey, isNew: false };
      }
      const at = now();
      const id = await insertPack(tx, {
        orderId,
        type: facts.type,
        createdAt: at,
        createdBy: actor.id,
        overrideReason,
        chainSeq: facts.chain.seq,
        chainHead: Buffer.from(facts.chain.head, "hex"),
        facts,
        factsDigest: digest,
        storageKey,
        sha256,
        bytes: bytes.length,
        pages,
      });
      await timeline.recordFor(tx, at, orderId, actor.id, {
        type: "pack-made",
        data: {
          pack_id: id,
          defence_pack_type: facts.type,
          sha256: sha256.toString("hex"),
          pages,
          override_reason: overrideReason,
        },
      });
      return { id, storageKey, isNew: true };
    }

    try {
      const stored = await db.transaction(write);
      if (!stored.isNew) await removeFile(storageKey);
      return stored;
    } catch (error) {
      // Lost in the middle of the commit the transaction may stand: the sweep looks later, when the database can tell.
      if (!isDatabaseDown(error)) await removeFile(storageKey);
      throw error;
    }
  }

  async function removeFile(key: string): Promise<void> {
    try {
      await files.remove(key);
    } catch (error) {
      log.warn({ err: error }, "a file stays until the sweep of orphans");
    }
  }

  /** The bytes that were made; null when the storage holds others. @throws AppError unavailable */
  async function readIntact(pack: PackRecord): Promise<IntactPack | null> {
    const { stream } = await files.get(pack.storageKey);
    const content = await buffer(stream).catch((error: unknown) => {
      throw new AppError("unavailable", MESSAGES.unavailable, { cause: error, retryAfterSeconds: 5 });
    });
    if (sha256Of(content).equals(pack.sha256)) return { id: pack.id, name: nameOf(pack.orderId, pack.type), content };
    log.error({ packId: pack.id, storageKey: pack.storageKey }, "the stored file of a defence pack is damaged");
    return null;
  }

  /** The same, and null too when the storage does not give the file: where it is away, storing another one fails next. */
  async function readIfThere(pack: PackRecord): Promise<IntactPack | null> {
    try {
      return await readIntact(pack);
    } catch (error) {
      log.error({ err: error, packId: pack.id }, "the stored file of a defence pack can't be read");
      return null;
    }
  }

  return {
    /** Transaction details, the pre-flight of both packs and those made before. @throws AppError not_found */
    async details(orderId: number): Promise<z.input<typeof defencePackDetails.data>> {
      const gathered = await requireGathered(orderId);
      const at = now();
      const [pack1, pack2] = PACK_TYPES.map((type) => preflight(toFacts(type, gathered, deps, at)));
      if (pack1 === undefined || pack2 === undefined) throw new Error("there are two packs");
      const dispute = (await disputes.findOpen(db, orderId)) ?? null;
      const { transactionId, merchantName } = gathered.evidence;
      return {
        order_id: orderId,
        transaction_id: transactionId,
        merchant_name: merchantName,
        dispute,
        suggested_pack: dispute?.reason ? PACK_FOR_REASON[dispute.reason] : null,
        preflight: { pack1, pack2 },
        packs: (await findPacks(db, orderId)).map(toPack),
      };
    },

    /**
     * Makes a pack, or hands out the last one of its type when that says the same. Its file is stored before its row,
     * row and history are one transaction; what fails in between is swept.
     * @throws AppError not_found, rule_violation, pack_blocked, forbidden, unavailable
     */
    async make(actor: { id: number; type: Role }, request: PackRequest): Promise<IntactPack> {
      const { orderId, defencePackType: type } = request;
      const gathered = await requireGathered(orderId);
      const { status, disputes: open } = gathered.evidence;
      const refusal = whyNotOffered({ status, hasOpenDispute: open.length > 0 });
      if (refusal !== null) throw new AppError("rule_violation", refusal);
      const facts = toFacts(type, gathered, deps, now());
      const overrideReason = requirePassed(actor, preflight(facts), request.overrideReason);

      const digest = factsDigest(facts);
      const last = await findLastPack(db, orderId, type);
      const isSame = last?.factsDigest.equals(digest) === true;
      const same = last !== undefined && isSame ? await readIfThere(last) : null;
      if (same !== null) return same;
      // A damaged or lost file is no reason to be without: the same is made anew, and the old row stays as it was.
      const damagedId = isSame && last !== undefined ? last.id : null;
      const rendered = await rendersOrRefuses(render, facts);
      const stored = await store(actor, facts, { rendered, digest, overrideReason, damagedId });
      if (stored.isNew) return { id: stored.id, name: nameOf(orderId, type), content: rendered.bytes };
      return await this.print(stored.id);
    },

    /** A stored pack, byte for byte. @throws AppError not_found, unavailable, internal when its file is damaged */
    async print(packId: number): Promise<IntactPack> {
      const pack = await findPack(db, packId);
      if (pack === undefined) throw notFound(MESSAGES.packNotFound);
      const intact = await readIntact(pack);
      if (intact === null) throw new AppError("internal", MESSAGES.packDamaged);
      return intact;
    },

    /** Removes files that no pack has. */
    sweepOrphans: () => sweepOrphans({ files, now, log, measures }, FOLDER, (keys) => findPackKeys(db, keys)),

    registerJobs(jobs: Jobs): void {
      jobs.schedule("packs-orphans", "27 * * * *", this.sweepOrphans);
    },
  };
}

/** @returns the reason that goes with the pack: null where nothing had to be overridden */
function requirePassed(actor: { type: Role }, result: PackPreflight, reason: string | null): string | null {
  const red = result.findings.filter(({ level }) => level === "red");
  if (red.length === 0) return null;
  if (reason === null) {
    const message = [MESSAGES.packBlocked, ...red.map((finding) => finding.message)].join(" ");
    const errors = red.map((finding) => ({ path: finding.code, message: finding.message }));
    throw new AppError("pack_blocked", message, { errors, data: result });
  }
  if (!can(actor.type, "packs:override")) throw new AppError("forbidden", MESSAGES.packOverrideForbidden);
  return reason;
}

async function rendersOrRefuses(render: RenderPack, facts: PackFacts): Promise<RenderedPack> {
  try {
    return await render(facts);
  } catch (error) {
    if (error instanceof PackTooLong) throw new AppError("rule_violation", error.message);
    throw error;
  }
}

const sha256Of = (content: Buffer) => createHash("sha256").update(content).digest();
const nameOf = (orderId: number, type: PackType) => `${orderId}_defence-pack-${type}.pdf`;
