import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_STATUSES } from "#contract/orders/order-status.ts";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import { PACK_TYPES } from "#contract/packs/packs.ts";
import { defencePacks } from "#server/platform/db/schema.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { call } from "#test/support/client.ts";
import {
  addContact,
  addDownload,
  clearOrder,
  openDispute,
  PURCHASE,
  recordEvent,
} from "#test/support/evidence-order.ts";
import { brokenEvents, eventTypesOf, putOrder } from "#test/support/orders.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram } from "#test/support/test-program.ts";
import { PackTooLong } from "./pack-facts.ts";

let program: PackProgram;

beforeAll(async () => {
  program = await startPackProgram("Team");
});
afterAll(() => program.stop());
beforeEach(() => {
  program.printed.length = 0;
  program.hooks.beforePrinting = async () => undefined;
});

const reprint = (id: unknown) => program.send(`defence-packs/${id}`);
const idOf = ({ headers }: { headers: Headers }) => Number(headers.get("x-pack-id"));
const storedFiles = async () =>
  (await readdir(path.join(program.dataDir, "files", "packs")).catch(() => [])).toSorted();
const fileOf = async (orderId: number) => {
  const [row] = await program.rowsOf(orderId);
  return path.join(program.dataDir, "files", row?.storageKey ?? "");
};

describe("a pack", () => {
  it.each(PACK_TYPES)(
    "of type %i is made from the order, stored, recorded in its timeline and shown inline @1-010 @7-019 @9-015",
    async (type) => {
      const { orderId } = await clearOrder(program);
      const { code, headers, content } = await program.make(orderId, type);
      expect(code).toBe(200);
      expect(content.subarray(0, 5).toString()).toBe("%PDF-");
      expect(headers.get("content-type")).toBe("application/pdf");
      expect(headers.get("content-disposition")).toBe(`inline; filename="${orderId}_defence-pack-${type}.pdf"`);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      const [row] = await program.rowsOf(orderId);
      const sha256 = createHash("sha256").update(content).digest();
      expect(row).toMatchObject({
        id: Number(headers.get("x-pack-id")),
        type,
        bytes: content.length,
        pages: 1,
        sha256,
      });
      expect(row?.facts).toEqual(program.printed[0]);
      const events = await eventTypesOf(program, orderId);
      expect(events.at(-1)).toBe("pack-made");
      // The printed head is that of the timeline before the pack's own event.
      expect(row?.chainSeq).toBe(events.length - 1);
      expect(row?.chainHead.toString("hex")).toBe(program.printed[0]?.chain.head);
      expect(await brokenEvents(program)).toEqual([]);
    },
  );

  it("is listed in the details with its maker, and is returned again byte for byte @1-010 @7-022", async () => {
    const { orderId } = await clearOrder(program);
    const first = await program.make(orderId);
    await addContact(program, orderId, "Asked where the card is.");
    const second = await program.make(orderId);
    const { packs } = await program.detailsOf(orderId);
    expect(packs.map(({ id }) => id)).toEqual([idOf(second), idOf(first)]);
    expect(packs[1]).toMatchObject({
      order_id: orderId,
      defence_pack_type: 1,
      created_by: "Team Member",
      sha256: createHash("sha256").update(first.content).digest("hex"),
      override_reason: null,
    });
    for (const made of [first, second]) {
      const again = await reprint(idOf(made));
      expect([again.code, again.content.equals(made.content)]).toEqual([200, true]);
      expect(idOf(again)).toBe(idOf(made));
    }
    expect(first.content.equals(second.content)).toBe(false);
  });

  it("that does not exist, or an invalid id, is refused @7-019 @9-015", async () => {
    expect((await reprint(999_999)).refusal).toMatchObject({ code: "not_found", message: PACK_MESSAGES.packNotFound });
    for (const id of ["0", "x", "99999999999", "-1"]) expect((await reprint(id)).code).toBe(400);
    const { orderId } = await clearOrder(program);
    for (const defencePackType of [0, 3, "3", null, undefined]) {
      const { code, refusal } = await program.send("get-defence-pack-pdf", { orderId, defencePackType });
      expect([code, refusal.message]).toEqual([400, PACK_MESSAGES.packTypeUnknown]);
    }
    expect((await program.make(888_888)).code).toBe(404);
    expect((await program.send("defence-pack-details", { orderId: 888_888 })).code).toBe(404);
  });
});

describe("the same facts", () => {
  it("make no second pack, whatever other events happened, and each type has its own", async () => {
    const { orderId } = await clearOrder(program);
    const first = await program.make(orderId);
    const file = { file1: "arrival-card-v1.pdf", download_id: 1 };
    await recordEvent(program, orderId, "2026-02-24T10:00:00Z", { type: "download-started", data: file });
    await recordEvent(program, orderId, "2026-02-24T10:00:00Z", { type: "commented", data: { remark_id: 1 } });
    const again = await program.make(orderId, 1, {}, await program.signIn("Manager"));
    expect([idOf(again), again.content.equals(first.content)]).toEqual([idOf(first), true]);
    const other = await program.make(orderId, 2);
    expect(idOf(other)).not.toBe(idOf(first));
    expect(idOf(await program.make(orderId, 1))).toBe(idOf(first));
    expect(await program.rowsOf(orderId)).toHaveLength(2);
    expect((await eventTypesOf(program, orderId)).filter((type) => type === "pack-made")).toHaveLength(2);
    expect(program.printed).toHaveLength(2);
  });

  it("that changed make a new pack, and facts that changed back make another new one", async () => {
    const { orderId } = await clearOrder(program);
    const first = await program.make(orderId);
    await program.set(orderId, { transactionId: "ch_other" });
    const second = await program.make(orderId);
    expect(idOf(second)).toBeGreaterThan(idOf(first));
    await program.set(orderId, { transactionId: PURCHASE.transaction_id });
    expect(idOf(await program.make(orderId))).toBeGreaterThan(idOf(second));
  });

  it("requested concurrently make one pack and leave one file", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    const answers = await Promise.all(Array.from({ length: 6 }, () => program.make(orderId)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(new Set(answers.map(({ content }) => content.toString("latin1"))).size).toBe(1);
    expect(await program.rowsOf(orderId)).toHaveLength(1);
    expect((await storedFiles()).length - before.length).toBe(1);
    expect((await eventTypesOf(program, orderId)).filter((type) => type === "pack-made")).toHaveLength(1);
    expect(await brokenEvents(program)).toEqual([]);
  });
});

describe("a pack is offered", () => {
  it("for Completed and Customer Called orders, and for every order with an open dispute", async () => {
    const { orderId } = await clearOrder(program);
    const answers: Record<string, number> = {};
    for (const status of ORDER_STATUSES) {
      await putOrder(program, orderId, { status });
      answers[status] = (await program.make(orderId)).code;
    }
    expect(ORDER_STATUSES.filter((status) => answers[status] === 200).toSorted()).toEqual([
      "Completed",
      "Customer Called",
    ]);
    await putOrder(program, orderId, { status: "New" });
    expect((await program.make(orderId)).refusal).toMatchObject({
      code: "rule_violation",
      message: PACK_MESSAGES.packNotOffered,
    });
    await putOrder(program, orderId, { status: "Deleted" });
    expect((await program.make(orderId)).refusal).toMatchObject({
      code: "rule_violation",
      message: PACK_MESSAGES.packDeleted,
    });
    await openDispute(program, orderId);
    for (const status of ORDER_STATUSES) {
      await putOrder(program, orderId, { status });
      expect([status, (await program.make(orderId)).code]).toEqual([status, 200]);
    }
  });

  it("with the type suggested for the dispute's reason @7-022", async () => {
    const { orderId } = await clearOrder(program);
    expect(await program.detailsOf(orderId)).toMatchObject({
      order_id: orderId,
      transaction_id: "ch_3MqL9x",
      merchant_name: "Arrival Card Ltd",
      dispute: null,
      suggested_pack: null,
      packs: [],
    });
    await openDispute(program, orderId);
    const suggestions: unknown[] = [];
    for (const reason of [null, "not_received", "not_authorised", "duplicate"]) {
      await program.db.execute(sql`update disputes set reason = ${reason} where order_id = ${orderId}`);
      suggestions.push((await program.detailsOf(orderId)).suggested_pack);
    }
    expect(suggestions).toEqual([null, 1, 2, null]);
    expect((await program.detailsOf(orderId)).dispute).toMatchObject({ is_open: true, reason: "duplicate" });
  });
});

describe("failures", () => {
  it("a pack that is too long is refused with the renderer's message, and nothing is stored", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    program.hooks.beforePrinting = async () => {
      throw new PackTooLong("The pack has 5 pages, 4 are allowed. Leave out some comments.");
    };
    const { code, refusal } = await program.make(orderId);
    expect([code, refusal.code, refusal.message]).toEqual([
      422,
      "rule_violation",
      "The pack has 5 pages, 4 are allowed. Leave out some comments.",
    ]);
    program.hooks.beforePrinting = async () => {
      throw new Error("a fault with insides");
    };
    expect((await program.make(orderId)).refusal).toMatchObject({ code: "internal", message: MESSAGES.internal });
    expect([await program.rowsOf(orderId), await storedFiles()]).toEqual([[], before]);
  });

  it("a damaged file is an error and is not returned; the same facts then make a new pack", async () => {
    const { orderId } = await clearOrder(program);
    const first = await program.make(orderId);
    const file = await fileOf(orderId);
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    await writeFile(file, bytes);
    const damaged = await reprint(idOf(first));
    expect([damaged.code, damaged.refusal.message]).toEqual([500, PACK_MESSAGES.packDamaged]);
    const second = await program.make(orderId);
    expect([second.code, idOf(second) > idOf(first)]).toEqual([200, true]);
    expect((await reprint(idOf(second))).content.equals(second.content)).toBe(true);
    expect(idOf(await program.make(orderId))).toBe(idOf(second));
    await writeFile(file, "");
    expect((await reprint(idOf(first))).code).toBe(500);
  });

  it("a missing file is 503, until the same facts make a new pack", async () => {
    const { orderId } = await clearOrder(program);
    const first = await program.make(orderId);
    await rm(await fileOf(orderId));
    expect((await reprint(idOf(first))).refusal.code).toBe("unavailable");
    const second = await program.make(orderId);
    expect([second.code, idOf(second) > idOf(first)]).toEqual([200, true]);
    expect((await reprint(idOf(first))).code).toBe(503);
    expect((await reprint(idOf(second))).content.equals(second.content)).toBe(true);
  });

  it("an order that is purged while its pack is rendered leaves neither pack nor file", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    program.hooks.beforePrinting = async () => {
      await program.set(orderId, { purgedAt: new Date() });
    };
    expect((await program.make(orderId)).refusal).toMatchObject({ code: "not_found", message: MESSAGES.orderNotFound });
    expect([await program.rowsOf(orderId), await storedFiles()]).toEqual([[], before]);
    expect((await program.send("defence-pack-details", { orderId })).code).toBe(404);
  });

  it("a purge deletes the packs and their files", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    const ids = [idOf(await program.make(orderId, 1)), idOf(await program.make(orderId, 2))];
    expect((await storedFiles()).length - before.length).toBe(2);
    await putOrder(program, orderId, { status: "Deleted" });
    const body = { orderId, updatingStatus: "Deleted", permanentDeletedFlag: true };
    const admin = await program.signIn("Admin");
    const purged = await call(program.address, "PUT", "/api/admin/change-order-status", { token: admin, body });
    expect(purged.code).toBe(200);
    expect([await program.rowsOf(orderId), await storedFiles()]).toEqual([[], before]);
    for (const id of ids) expect((await reprint(id)).code).toBe(404);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("a stored pack can't be changed or deleted in the database", async () => {
    const { orderId } = await clearOrder(program);
    await program.make(orderId);
    for (const statement of [
      "update defence_packs set pages = 2",
      "delete from defence_packs",
      "truncate defence_packs",
    ]) {
      await expect(program.db.execute(sql.raw(statement))).rejects.toThrow();
    }
    expect(await program.rowsOf(orderId)).toHaveLength(1);
  });

  it("unavailable storage is 503, and nothing is stored in part", async () => {
    const away: FileStore = {
      put: async () => {
        const { AppError } = await import("#server/platform/app-error.ts");
        throw new AppError("unavailable", MESSAGES.unavailable, { retryAfterSeconds: 5 });
      },
      get: () => Promise.reject(new Error("not asked")),
      remove: () => Promise.reject(new Error("not asked")),
      list: async () => [],
      check: async () => undefined,
    };
    const renderer = {
      render: async () => ({ bytes: plainPdf("page"), pages: 1 }),
      close: async () => undefined,
    };
    const other = await startTestProgram({ services: { files: away, packRenderer: renderer } });
    const { orderId } = await clearOrder(other);
    const before = await eventTypesOf(other, orderId);
    const answer = await call(other.address, "POST", "/api/admin/get-defence-pack-pdf", {
      token: await other.signIn("Team"),
      body: { orderId, defencePackType: 1 },
    });
    expect([answer.code, answer.body.code, answer.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
    expect(await other.db.$count(defencePacks)).toBe(0);
    expect(await eventTypesOf(other, orderId)).toEqual(before);
    await other.stop();
  });
});

it("earlier downloads and contacts are listed chronologically", async () => {
  const { orderId, documentId } = await clearOrder(program);
  const later = { createdAt: new Date("2026-02-25T07:00:00Z"), completedAt: new Date("2026-02-25T07:00:09Z") };
  await addDownload(program, orderId, documentId, { ...later, ip: "2402:4000::1" });
  await program.make(orderId);
  const times = program.printed[0]?.delivery.map(({ at }) => at) ?? [];
  expect(times).toEqual(times.toSorted());
  expect(program.printed[0]?.downloads.map(({ completedAt }) => completedAt)).toEqual([
    "2026-02-22T07:00:03.000Z",
    "2026-02-25T07:00:09.000Z",
  ]);
});
