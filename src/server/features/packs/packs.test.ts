import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_STATUSES } from "#contract/order-status.ts";
import { type defencePackDetails, PACK_TYPES, type PackType, type PreflightCode } from "#contract/packs.ts";
import { can, ROLES, type Role } from "#contract/roles.ts";
import { defencePacks, orders } from "#server/platform/db/schema.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { call } from "#test/support/client.ts";
import {
  addContact,
  addDocument,
  addDownload,
  addMail,
  clearOrder,
  openDispute,
  PURCHASE,
  tell,
} from "#test/support/evidence-order.ts";
import { brokenEvents, historyOf, orderIn, putOrder } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { type PackFacts, PackTooLong } from "./pack-facts.ts";

type Details = z.infer<typeof defencePackDetails.data>;

let program: TestProgram;
let token: string;
/** Every printing, as one page that says when it was made. */
const printed: PackFacts[] = [];
let beforePrinting: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  program = await startTestProgram({
    services: {
      packRenderer: {
        render: async (facts) => {
          printed.push(facts);
          await beforePrinting();
          return { bytes: plainPdf(`${facts.caseReference} ${facts.madeAt} ${printed.length}`), pages: 1 };
        },
        close: async () => undefined,
      },
    },
  });
  token = await program.signIn("Team");
});
afterAll(() => program.stop());
beforeEach(() => {
  printed.length = 0;
  beforePrinting = async () => undefined;
});

interface Printed {
  code: number;
  headers: Headers;
  content: Buffer;
  refusal: { code: string; message: string; errors?: { path: string; message: string }[]; data?: unknown };
}

async function send(path: string, body?: object, as = token): Promise<Printed> {
  const response = await fetch(`${program.address}/api/admin/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: as, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = Buffer.from(await response.arrayBuffer());
  const isPdf = response.headers.get("content-type") === "application/pdf";
  const refusal = isPdf ? {} : JSON.parse(content.toString());
  return { code: response.status, headers: response.headers, content, refusal };
}
const make = (orderId: number, type: PackType = 1, given: object = {}, as = token) =>
  send("get-defence-pack-pdf", { orderId, defencePackType: type, ...given }, as);
const reprint = (id: unknown) => send(`defence-packs/${id}`);
const idOf = ({ headers }: Printed) => Number(headers.get("x-pack-id"));
const detailsOf = async (orderId: number) =>
  (await call<Details>(program.address, "POST", "/api/admin/defence-pack-details", { token, body: { orderId } })).body
    .data;
const set = (orderId: number, change: Partial<typeof orders.$inferInsert>) =>
  program.db.update(orders).set(change).where(eq(orders.id, orderId));
const storedFiles = async () =>
  (await readdir(path.join(program.dataDir, "files", "packs")).catch(() => [])).toSorted();
const rowsOf = (orderId: number) =>
  program.db.select().from(defencePacks).where(eq(defencePacks.orderId, orderId)).orderBy(defencePacks.id);
const fileOf = async (orderId: number) => {
  const [row] = await rowsOf(orderId);
  return path.join(program.dataDir, "files", row?.storageKey ?? "");
};

describe("a pack", () => {
  it.each(PACK_TYPES)(
    "of type %i is made from the order, stored, told in its history and shown in a tab",
    async (type) => {
      const { orderId } = await clearOrder(program);
      const { code, headers, content } = await make(orderId, type);
      expect(code).toBe(200);
      expect(content.subarray(0, 5).toString()).toBe("%PDF-");
      expect(headers.get("content-type")).toBe("application/pdf");
      expect(headers.get("content-disposition")).toBe(`inline; filename="${orderId}_defence-pack-${type}.pdf"`);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      const [row] = await rowsOf(orderId);
      const sha256 = createHash("sha256").update(content).digest();
      expect(row).toMatchObject({
        id: Number(headers.get("x-pack-id")),
        type,
        bytes: content.length,
        pages: 1,
        sha256,
      });
      expect(row?.facts).toEqual(printed[0]);
      const history = await historyOf(program, orderId);
      expect(history.at(-1)).toBe("pack-made");
      // What is printed is the history before the pack's own event.
      expect(row?.chainSeq).toBe(history.length - 1);
      expect(row?.chainHead.toString("hex")).toBe(printed[0]?.chain.head);
      expect(await brokenEvents(program)).toEqual([]);
    },
  );

  it("stands in the details with who made it, and prints again byte for byte", async () => {
    const { orderId } = await clearOrder(program);
    const first = await make(orderId);
    await addContact(program, orderId, "Asked where the card is.");
    const second = await make(orderId);
    const { packs } = await detailsOf(orderId);
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

  it("that is not there, or has no id, is refused", async () => {
    expect((await reprint(999_999)).refusal).toMatchObject({ code: "not_found", message: MESSAGES.packNotFound });
    for (const id of ["0", "x", "99999999999", "-1"]) expect((await reprint(id)).code).toBe(400);
    const { orderId } = await clearOrder(program);
    for (const defencePackType of [0, 3, "1", null, undefined]) {
      const { code, refusal } = await send("get-defence-pack-pdf", { orderId, defencePackType });
      expect([code, refusal.message]).toEqual([400, MESSAGES.packTypeUnknown]);
    }
    expect((await make(888_888)).code).toBe(404);
    expect((await send("defence-pack-details", { orderId: 888_888 })).code).toBe(404);
  });
});

describe("the same facts", () => {
  it("make no second pack, whatever happened beside them, and each type has its own", async () => {
    const { orderId } = await clearOrder(program);
    const first = await make(orderId);
    const file = { file1: "arrival-card-v1.pdf", download_id: 1 };
    await tell(program, orderId, "2026-02-24T10:00:00Z", { type: "download-started", data: file });
    await tell(program, orderId, "2026-02-24T10:00:00Z", { type: "commented", data: { remark_id: 1 } });
    const again = await make(orderId, 1, {}, await program.signIn("Manager"));
    expect([idOf(again), again.content.equals(first.content)]).toEqual([idOf(first), true]);
    const other = await make(orderId, 2);
    expect(idOf(other)).not.toBe(idOf(first));
    expect(idOf(await make(orderId, 1))).toBe(idOf(first));
    expect(await rowsOf(orderId)).toHaveLength(2);
    expect((await historyOf(program, orderId)).filter((type) => type === "pack-made")).toHaveLength(2);
    expect(printed).toHaveLength(2);
  });

  it("that changed make a new one, and what became as it was the newest again", async () => {
    const { orderId } = await clearOrder(program);
    const first = await make(orderId);
    await set(orderId, { transactionId: "ch_other" });
    const second = await make(orderId);
    expect(idOf(second)).toBeGreaterThan(idOf(first));
    await set(orderId, { transactionId: PURCHASE.transaction_id });
    expect(idOf(await make(orderId))).toBeGreaterThan(idOf(second));
  });

  it("asked for by many at once make one pack and leave one file", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    const answers = await Promise.all(Array.from({ length: 6 }, () => make(orderId)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(new Set(answers.map(({ content }) => content.toString("latin1"))).size).toBe(1);
    expect(await rowsOf(orderId)).toHaveLength(1);
    expect((await storedFiles()).length - before.length).toBe(1);
    expect((await historyOf(program, orderId)).filter((type) => type === "pack-made")).toHaveLength(1);
    expect(await brokenEvents(program)).toEqual([]);
  });
});

type Spoil = (orderId: number) => Promise<unknown>;
const withoutMails: Spoil = async (orderId) => {
  await program.db.execute(
    sql`delete from mail_events e using mails m where m.id = e.mail_id and m.order_id = ${orderId}`,
  );
  await program.db.execute(sql`delete from mails where order_id = ${orderId}`);
};
const CASES: [PreflightCode, string, Spoil][] = [
  ["transaction_missing", "no transaction id", (id) => set(id, { transactionId: null })],
  ["transaction_missing", "no merchant name", (id) => set(id, { merchantName: null })],
  [
    "delivery_mail_missing",
    "a mail that bounced",
    (id) => program.db.execute(sql`update mails set state = 'bounced' where order_id = ${id}`),
  ],
  ["delivery_mail_missing", "a mail that carried an older document", (id) => addDocument(program, id, 2)],
  [
    "download_missing",
    "downloads by programs alone",
    (id) => program.db.execute(sql`update downloads set is_automated = true where order_id = ${id}`),
  ],
  [
    "download_missing",
    "a download that broke off",
    (id) => program.db.execute(sql`update downloads set completed_at = null where order_id = ${id}`),
  ],
  [
    "mail_unconfirmed",
    "no report of the receiving server",
    (id) =>
      program.db.execute(sql`delete from mail_events e using mails m where m.id = e.mail_id and m.order_id = ${id}`),
  ],
  ["purchase_address_missing", "no purchase address", (id) => set(id, { purchaseIp: null })],
  ["terms_missing", "no accepted terms", (id) => set(id, { termsAcceptedAt: null })],
  ["terms_missing", "no version of the terms", (id) => set(id, { termsVersion: null })],
  ["refund_recorded", "a recorded refund", (id) => set(id, { refundedAt: new Date() })],
];
const RED: readonly PreflightCode[] = ["transaction_missing", "document_missing", "delivery_mail_missing"];

describe("the pre-flight", () => {
  it("of an order with everything is clear for both packs", async () => {
    const { orderId } = await clearOrder(program);
    const clear = { level: "clear", findings: [] };
    expect((await detailsOf(orderId)).preflight).toEqual({ pack1: clear, pack2: clear });
  });

  it.each(CASES)("says %s for %s, and refuses where that is red", async (code, _what, spoil) => {
    const { orderId } = await clearOrder(program);
    await spoil(orderId);
    const level = RED.includes(code) ? "red" : "amber";
    const { preflight } = await detailsOf(orderId);
    const expected = { level, findings: [{ code, level, message: expect.stringMatching(/^[A-Z].*\.$/) }] };
    expect(preflight).toEqual({ pack1: expected, pack2: expected });
    const answer = await make(orderId);
    if (level === "amber") {
      expect(answer.code).toBe(200);
      return;
    }
    expect([answer.code, answer.refusal.code]).toEqual([422, "pack_blocked"]);
    const [finding] = preflight.pack1.findings;
    expect(answer.refusal.message).toContain(finding?.message);
    expect(answer.refusal.errors).toEqual([{ path: code, message: finding?.message }]);
    expect(answer.refusal.data).toEqual(preflight.pack1);
    expect(await rowsOf(orderId)).toEqual([]);
    expect(printed).toEqual([]);
  });

  it("says document_missing, and that no mail went, for an order without a document", async () => {
    const orderId = await orderIn(program, { status: "Completed" }, PURCHASE);
    const codes = (await detailsOf(orderId)).preflight.pack1.findings.map(({ code }) => code);
    expect(codes).toEqual(["document_missing", "delivery_mail_missing", "download_missing"]);
    const { refusal } = await make(orderId);
    expect(refusal.errors?.map(({ path }) => path)).toEqual(["document_missing", "delivery_mail_missing"]);
  });

  it("takes a mail that waits, failed or is in doubt for none, and a resend to the order's own address before others", async () => {
    const { orderId, documentId } = await clearOrder(program);
    await withoutMails(orderId);
    for (const state of ["queued", "sending", "failed", "unknown", "bounced"] as const) {
      await addMail(program, orderId, documentId, { state, acceptedAt: null });
    }
    await addMail(program, orderId, documentId, { kind: "notice" });
    expect((await detailsOf(orderId)).preflight.pack1.level).toBe("red");
    await addMail(program, orderId, documentId, { toAddress: "Nimal@Example.com" });
    await addMail(program, orderId, documentId, { toAddress: "agent@example.net" });
    expect((await detailsOf(orderId)).preflight.pack1.level).toBe("amber");
    await make(orderId);
    expect(printed[0]?.deliveryMail?.to).toBe("Nimal@Example.com");
  });

  it("asks for the money that is due back too", async () => {
    const { orderId } = await clearOrder(program, {}, "Refunds");
    await openDispute(program, orderId);
    expect((await detailsOf(orderId)).preflight.pack1.findings.map(({ code }) => code)).toEqual(["refund_recorded"]);
    await make(orderId);
    expect(printed[0]?.refund).toEqual({ recordedAt: null, isDue: true });
  });

  it.each(ROLES)("that is red is overridden by a %s with a reason, if the role may", async (role: Role) => {
    const { orderId } = await clearOrder(program);
    await set(orderId, { merchantName: null });
    const as = await program.signIn(role);
    for (const overrideReason of [undefined, null, "", "  \n"]) {
      expect((await make(orderId, 1, { overrideReason }, as)).refusal.code).toBe("pack_blocked");
    }
    const answer = await make(orderId, 1, { overrideReason: " The bank  knows us\nby name. " }, as);
    if (!can(role, "packs:override")) {
      expect([answer.code, answer.refusal.message]).toEqual([403, MESSAGES.packOverrideForbidden]);
      expect(await rowsOf(orderId)).toEqual([]);
      return;
    }
    expect(answer.code).toBe(200);
    const [pack] = (await detailsOf(orderId)).packs;
    expect(pack?.override_reason).toBe("The bank  knows us by name.");
    const { rows } = await program.db.execute(sql`
      select p.data from order_events e join order_event_payloads p on p.event_id = e.id
      where e.order_id = ${orderId} order by e.seq desc limit 1`);
    expect(rows[0]).toMatchObject({ data: { pack_id: pack?.id, override_reason: "The bank  knows us by name." } });
    expect((await make(orderId, 1, { overrideReason: "x".repeat(501) }, as)).code).toBe(400);
  });

  it("that is not red needs no reason, and keeps none", async () => {
    const { orderId } = await clearOrder(program);
    expect((await make(orderId, 1, { overrideReason: "Just in case" })).code).toBe(200);
    expect((await rowsOf(orderId))[0]?.overrideReason).toBeNull();
  });
});

describe("packs are offered", () => {
  it("for Completed and Customer Called orders, and wherever a dispute is open", async () => {
    const { orderId } = await clearOrder(program);
    const answers: Record<string, number> = {};
    for (const status of ORDER_STATUSES) {
      await putOrder(program, orderId, { status });
      answers[status] = (await make(orderId)).code;
    }
    expect(ORDER_STATUSES.filter((status) => answers[status] === 200)).toEqual(["Customer Called", "Completed"]);
    await putOrder(program, orderId, { status: "New" });
    expect((await make(orderId)).refusal).toMatchObject({ code: "rule_violation", message: MESSAGES.packNotOffered });
    await putOrder(program, orderId, { status: "Deleted" });
    expect((await make(orderId)).refusal).toMatchObject({ code: "rule_violation", message: MESSAGES.packDeleted });
    await openDispute(program, orderId);
    for (const status of ORDER_STATUSES) {
      await putOrder(program, orderId, { status });
      expect([status, (await make(orderId)).code]).toEqual([status, 200]);
    }
  });

  it("with the one that answers the dispute's reason", async () => {
    const { orderId } = await clearOrder(program);
    expect(await detailsOf(orderId)).toMatchObject({
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
      suggestions.push((await detailsOf(orderId)).suggested_pack);
    }
    expect(suggestions).toEqual([null, 1, 2, null]);
    expect((await detailsOf(orderId)).dispute).toMatchObject({ is_open: true, reason: "duplicate" });
  });
});

describe("what can go wrong", () => {
  it("a pack with too much to say is refused in the renderer's own words, and nothing is stored", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    beforePrinting = async () => {
      throw new PackTooLong("The pack has 5 pages, 4 are allowed. Leave out some comments.");
    };
    const { code, refusal } = await make(orderId);
    expect([code, refusal.code, refusal.message]).toEqual([
      422,
      "rule_violation",
      "The pack has 5 pages, 4 are allowed. Leave out some comments.",
    ]);
    beforePrinting = async () => {
      throw new Error("a fault with insides");
    };
    expect((await make(orderId)).refusal).toMatchObject({ code: "internal", message: MESSAGES.internal });
    expect([await rowsOf(orderId), await storedFiles()]).toEqual([[], before]);
  });

  it("a damaged file is an error and no evidence; the same facts are then printed anew", async () => {
    const { orderId } = await clearOrder(program);
    const first = await make(orderId);
    const file = await fileOf(orderId);
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    await writeFile(file, bytes);
    const damaged = await reprint(idOf(first));
    expect([damaged.code, damaged.refusal.message]).toEqual([500, MESSAGES.packDamaged]);
    const second = await make(orderId);
    expect([second.code, idOf(second) > idOf(first)]).toEqual([200, true]);
    expect((await reprint(idOf(second))).content.equals(second.content)).toBe(true);
    expect(idOf(await make(orderId))).toBe(idOf(second));
    await writeFile(file, "");
    expect((await reprint(idOf(first))).code).toBe(500);
  });

  it("a file that is gone is 503, until the same facts are printed anew", async () => {
    const { orderId } = await clearOrder(program);
    const first = await make(orderId);
    await rm(await fileOf(orderId));
    expect((await reprint(idOf(first))).refusal.code).toBe("unavailable");
    const second = await make(orderId);
    expect([second.code, idOf(second) > idOf(first)]).toEqual([200, true]);
    expect((await reprint(idOf(first))).code).toBe(503);
    expect((await reprint(idOf(second))).content.equals(second.content)).toBe(true);
  });

  it("an order that is purged while its pack is printed leaves neither pack nor file", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    beforePrinting = async () => {
      await set(orderId, { purgedAt: new Date() });
    };
    expect((await make(orderId)).refusal).toMatchObject({ code: "not_found", message: MESSAGES.orderNotFound });
    expect([await rowsOf(orderId), await storedFiles()]).toEqual([[], before]);
    expect((await send("defence-pack-details", { orderId })).code).toBe(404);
  });

  it("a purge takes the packs and their files with it", async () => {
    const { orderId } = await clearOrder(program);
    const before = await storedFiles();
    const ids = [idOf(await make(orderId, 1)), idOf(await make(orderId, 2))];
    expect((await storedFiles()).length - before.length).toBe(2);
    await putOrder(program, orderId, { status: "Deleted" });
    const body = { orderId, updatingStatus: "Deleted", permanentDeletedFlag: true };
    const admin = await program.signIn("Admin");
    const purged = await call(program.address, "PUT", "/api/admin/change-order-status", { token: admin, body });
    expect(purged.code).toBe(200);
    expect([await rowsOf(orderId), await storedFiles()]).toEqual([[], before]);
    for (const id of ids) expect((await reprint(id)).code).toBe(404);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("a stored pack can't be changed or removed in the database", async () => {
    const { orderId } = await clearOrder(program);
    await make(orderId);
    for (const statement of [
      "update defence_packs set pages = 2",
      "delete from defence_packs",
      "truncate defence_packs",
    ]) {
      await expect(program.db.execute(sql.raw(statement))).rejects.toThrow();
    }
    expect(await rowsOf(orderId)).toHaveLength(1);
  });

  it("storage that does not answer is 503, and nothing is half stored", async () => {
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
    const before = await historyOf(other, orderId);
    const answer = await call(other.address, "POST", "/api/admin/get-defence-pack-pdf", {
      token: await other.signIn("Team"),
      body: { orderId, defencePackType: 1 },
    });
    expect([answer.code, answer.body.code, answer.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
    expect(await other.db.$count(defencePacks)).toBe(0);
    expect(await historyOf(other, orderId)).toEqual(before);
    await other.stop();
  });
});

it("downloads and contacts that came before are told in the order of time", async () => {
  const { orderId, documentId } = await clearOrder(program);
  const later = { createdAt: new Date("2026-02-25T07:00:00Z"), completedAt: new Date("2026-02-25T07:00:09Z") };
  await addDownload(program, orderId, documentId, { ...later, ip: "2402:4000::1" });
  await make(orderId);
  const times = printed[0]?.delivery.map(({ at }) => at) ?? [];
  expect(times).toEqual(times.toSorted());
  expect(printed[0]?.downloads.map(({ completedAt }) => completedAt)).toEqual([
    "2026-02-22T07:00:03.000Z",
    "2026-02-25T07:00:09.000Z",
  ]);
});
