import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type * as z from "zod";
import { MESSAGES } from "#contract/messages.ts";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import {
  type defencePackDetails,
  PACK_FOR_REASON,
  PACK_TYPES,
  type PackPreflight,
  type PackType,
} from "#contract/packs/packs.ts";
import { can, type Role } from "#contract/roles.ts";
import type { DisputesService } from "#server/features/disputes/disputes.service.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newFileKey, storeWithRows } from "#server/platform/files/files-with-rows.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import { gather, type PackContext, type PackRecords, toFacts } from "./gather-facts.ts";
import { type PackFacts, PackTooLong, type RenderedPack, type RenderPack } from "./pack-facts.ts";
import { toPack } from "./pack-mapping.ts";
import { findLastPack, findPack, findPacks, insertPack, type PackRecord, packFiles } from "./packs.repository.ts";
import { preflight, whyNotOffered } from "./preflight.ts";

export interface PacksDeps extends PackContext {
  db: Database;
  now: Clock;
  log: Log;
  metrics?: Metrics;
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

/** A stored pack whose digest has been verified. */
export interface IntactPack {
  id: number;
  orderId: number;
  /** Consists of [A-Za-z0-9._-]. */
  name: string;
  content: Buffer;
}

const FOLDER = "packs";

export type PacksService = ReturnType<typeof createPacksService>;

export function createPacksService(deps: PacksDeps) {
  const { db, now, log, files, timeline, orders, disputes, render } = deps;

  async function requireRecords(orderId: number): Promise<PackRecords> {
    return requireFound(await gather(db, orderId), MESSAGES.orderNotFound);
  }

  /** Stores a pack of these facts, unless a concurrent request has stored the same one. */
  async function store(
    actor: { id: number },
    facts: PackFacts,
    input: { rendered: RenderedPack; digest: Buffer; overrideReason: string | null; damagedId: number | null },
  ): Promise<{ id: number; storageKey: string; isNew: boolean }> {
    const { rendered, digest, overrideReason, damagedId } = input;
    const { bytes, pages } = rendered;
    const orderId = facts.order.id;
    const storageKey = newFileKey(FOLDER);
    const sha256 = sha256Of(bytes);

    async function write(tx: Transaction) {
      requireFound(await orders.lock(tx, orderId), MESSAGES.orderNotFound);
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

    return await storeWithRows(deps, [{ storageKey, content: bytes }], write);
  }

  /** Reads the stored bytes; null when their digest is wrong. @throws AppError unavailable */
  async function readIntact(pack: PackRecord): Promise<IntactPack | null> {
    const { stream } = await files.get(pack.storageKey);
    const content = await buffer(stream).catch((error: unknown) => {
      throw new AppError("unavailable", MESSAGES.unavailable, { cause: error, retryAfterSeconds: 5 });
    });
    const { id, orderId, type } = pack;
    if (sha256Of(content).equals(pack.sha256)) return { id, orderId, name: nameOf(orderId, type), content };
    log.error({ packId: pack.id, storageKey: pack.storageKey }, "the stored file of a defence pack is damaged");
    return null;
  }

  /** The same, but null also when the file can't be read: if the storage is down, storing a new file fails next. */
  async function readIfIntact(pack: PackRecord): Promise<IntactPack | null> {
    try {
      return await readIntact(pack);
    } catch (error) {
      log.error({ err: error, packId: pack.id }, "the stored file of a defence pack can't be read");
      return null;
    }
  }

  return {
    /** Transaction details, the pre-flight of both packs, and existing packs. @throws AppError not_found */
    async details(orderId: number): Promise<z.input<typeof defencePackDetails.data>> {
      const records = await requireRecords(orderId);
      const at = now();
      const [pack1, pack2] = PACK_TYPES.map((type) => preflight(toFacts(type, records, deps, at)));
      if (pack1 === undefined || pack2 === undefined) throw new Error("there are two packs");
      const dispute = (await disputes.findOpen(db, orderId)) ?? null;
      const { transactionId, merchantName } = records.evidence;
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
     * Makes a pack, or returns the last one of its type when it has the same facts. The file is stored first, then row
     * and event in one transaction; a file without a row is swept.
     * @throws AppError not_found, rule_violation, pack_blocked, forbidden, unavailable
     */
    async make(actor: { id: number; type: Role }, request: PackRequest): Promise<IntactPack> {
      const { orderId, defencePackType: type } = request;
      const records = await requireRecords(orderId);
      const { status, disputes: open } = records.evidence;
      const refusal = whyNotOffered({ status, hasOpenDispute: open.length > 0 });
      if (refusal !== null) throw new AppError("rule_violation", refusal);
      const facts = toFacts(type, records, deps, now());
      const overrideReason = requirePassed(actor, preflight(facts), request.overrideReason);

      const digest = factsDigest(facts);
      const last = await findLastPack(db, orderId, type);
      const isSame = last?.factsDigest.equals(digest) === true;
      const same = last !== undefined && isSame ? await readIfIntact(last) : null;
      if (same !== null) return same;
      // A damaged or lost file is replaced by a new pack of the same facts; the old row stays unchanged.
      const damagedId = isSame && last !== undefined ? last.id : null;
      const rendered = await renderOrRefuse(render, facts);
      const stored = await store(actor, facts, { rendered, digest, overrideReason, damagedId });
      if (stored.isNew) return { id: stored.id, orderId, name: nameOf(orderId, type), content: rendered.bytes };
      return await this.print(stored.id);
    },

    /** Returns a stored pack unchanged. @throws AppError not_found, unavailable, internal when its file is damaged */
    async print(packId: number): Promise<IntactPack> {
      const pack = requireFound(await findPack(db, packId), PACK_MESSAGES.packNotFound);
      const intact = await readIntact(pack);
      if (intact === null) throw new AppError("internal", PACK_MESSAGES.packDamaged);
      return intact;
    },

    /** Removes files without a pack. */
    sweepOrphans: () => sweepOrphans(deps, FOLDER, packFiles),

    registerJobs(jobs: Jobs): void {
      jobs.schedule("packs-orphans", "27 * * * *", this.sweepOrphans);
    },
  };
}

/** @returns the reason to store with the pack; null when there was nothing to override */
function requirePassed(actor: { type: Role }, result: PackPreflight, reason: string | null): string | null {
  const red = result.findings.filter(({ level }) => level === "red");
  if (red.length === 0) return null;
  if (reason === null) {
    const message = [PACK_MESSAGES.packBlocked, ...red.map((finding) => finding.message)].join(" ");
    const errors = red.map((finding) => ({ path: finding.code, message: finding.message }));
    throw new AppError("pack_blocked", message, { errors, data: result });
  }
  if (!can(actor.type, "packs:override")) throw new AppError("forbidden", PACK_MESSAGES.packOverrideForbidden);
  return reason;
}

async function renderOrRefuse(render: RenderPack, facts: PackFacts): Promise<RenderedPack> {
  try {
    return await render(facts);
  } catch (error) {
    if (error instanceof PackTooLong) throw new AppError("rule_violation", error.message);
    throw error;
  }
}

/**
 * SHA-256 over the content of a pack, without what differs between two prints of the same content: the time, the case
 * reference with its date, and the head of the timeline. An event that a pack shows changes its facts; one that it does
 * not show, such as the making of a pack, makes no new pack.
 */
function factsDigest({ madeAt: _madeAt, caseReference: _case, chain: _chain, ...content }: PackFacts): Buffer {
  return createHash("sha256").update(JSON.stringify(content)).digest();
}

const sha256Of = (content: Buffer) => createHash("sha256").update(content).digest();
const nameOf = (orderId: number, type: PackType) => `${orderId}_defence-pack-${type}.pdf`;
