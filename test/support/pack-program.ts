import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { defencePackDetails, PackType } from "#contract/packs/packs.ts";
import type { Role } from "#contract/roles.ts";
import type { PackFacts } from "#server/features/packs/pack-facts.ts";
import { defencePacks, orders } from "#server/platform/db/schema.ts";
import { call } from "./client.ts";
import { plainPdf } from "./plain-pdf.ts";
import { startTestProgram } from "./test-program.ts";

type Details = z.infer<typeof defencePackDetails.data>;

interface PackAnswer {
  code: number;
  headers: Headers;
  content: Buffer;
  refusal: { code: string; message: string; errors?: { path: string; message: string }[]; data?: unknown };
}

export type PackProgram = Awaited<ReturnType<typeof startPackProgram>>;

/** A program with one-page packs that records the facts of each rendered pack. Calls are made by a member with `role`. */
export async function startPackProgram(role: Role, environment: Record<string, string> = {}) {
  const printed: PackFacts[] = [];
  const hooks: { beforePrinting: () => Promise<void> } = { beforePrinting: async () => undefined };
  const program = await startTestProgram({
    environment,
    services: {
      packRenderer: {
        render: async (facts) => {
          printed.push(facts);
          await hooks.beforePrinting();
          // Each rendering is different.
          return { bytes: plainPdf(`${facts.caseReference} ${facts.madeAt} ${printed.length}`), pages: 1 };
        },
        close: async () => undefined,
      },
    },
  });
  const token = await program.signIn(role);

  async function send(path: string, body?: object, as = token): Promise<PackAnswer> {
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

  return {
    ...program,
    token,
    printed,
    hooks,
    send,
    make,
    /** The facts of a new pack of the order. */
    factsOf: async (orderId: number, type: PackType = 1): Promise<PackFacts> => {
      const before = printed.length;
      const { code, refusal } = await make(orderId, type, { overrideReason: "A test" });
      if (code !== 200) throw new Error(JSON.stringify(refusal));
      const [facts] = printed.slice(before);
      if (facts === undefined) throw new Error("no new pack was rendered");
      return facts;
    },
    detailsOf: async (orderId: number) => {
      const path = "/api/admin/defence-pack-details";
      return (await call<Details>(program.address, "POST", path, { token, body: { orderId } })).body.data;
    },
    rowsOf: (orderId: number) =>
      program.db.select().from(defencePacks).where(eq(defencePacks.orderId, orderId)).orderBy(defencePacks.id),
    /** Changes an order, bypassing all rules. */
    set: (orderId: number, change: Partial<typeof orders.$inferInsert>) =>
      program.db.update(orders).set(change).where(eq(orders.id, orderId)),
  };
}
