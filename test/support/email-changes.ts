import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { EmailChange } from "#contract/email-changes/email-changes.ts";
import { emailChanges, mails, orderSearch, orders } from "#server/platform/db/schema.ts";
import { createLinkTokens, LINK_TOKEN } from "#server/platform/mail/link-tokens.ts";
import { type Answer, call, intake } from "./client.ts";
import { rememberPersons } from "./log-capture.ts";
import { plainPdf } from "./plain-pdf.ts";
import { SESSION_SECRET, type TestProgram } from "./test-program.ts";
import { proveAddress } from "./visits.ts";
import { SOON } from "./wait-limits.ts";

export const OLD = "Old.Owner@mail.example";
export const NEW = "New.Owner@else.example";

const { fill } = createLinkTokens(SESSION_SECRET);

/** An order whose email is changed, as a Manager and its customers do it. */
export async function emailStory(program: TestProgram, given: Record<string, unknown> = {}) {
  rememberPersons([OLD, NEW]);
  const manager = await program.signIn("Manager");
  const admin = await program.signIn("Admin");
  const { order_id: orderId } = await intake(program, {
    email: OLD,
    passport_number: "N7788123",
    amount: "49.50",
    currency: "USD",
    ...given,
  });
  const post = <T>(name: string, body: unknown, token?: string): Promise<Answer<T>> =>
    call<T>(program.address, "POST", `/api/${name}`, { body, ...(token !== undefined && { token }) });

  const row = async () => {
    const [found] = await program.db.select().from(orders).where(eq(orders.id, orderId));
    if (found === undefined) throw new Error("the order is gone");
    return found;
  };

  /** The token in the newest mail of this kind with a link. */
  async function token(kind: "email-confirm" | "email-asked" | "email-changed"): Promise<string> {
    const found = await program.db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(mails.id);
    const seed = found.findLast((mail) => mail.kind === kind && mail.linkSeed !== null)?.linkSeed;
    if (seed == null) throw new Error(`no ${kind} mail with a link`);
    return fill(LINK_TOKEN, seed);
  }

  return {
    orderId,
    manager,
    post,
    row,
    token,
    change: async () =>
      (
        await program.db.select().from(emailChanges).where(eq(emailChanges.orderId, orderId)).orderBy(emailChanges.id)
      ).at(-1),
    searchText: async () =>
      (await program.db.select().from(orderSearch).where(eq(orderSearch.orderId, orderId)))[0]?.searchText ?? "",
    mails: async () => await program.db.select().from(mails).where(eq(mails.orderId, orderId)).orderBy(mails.id),
    ask: async (body: Record<string, unknown> = {}, as = manager) =>
      await post<EmailChange>(
        "admin/change-order-email",
        {
          orderId,
          factsVersion: (await row()).factsVersion,
          email: NEW,
          reason: "Mistyped at the checkout",
          proof: ["passport_number", "amount"],
          ...body,
        },
        as,
      ),
    confirm: async () => await post("front/confirm-email", { token: await token("email-confirm") }),
    contest: async (kind: "email-asked" | "email-changed" = "email-asked") =>
      await post("front/contest-email", { token: await token(kind) }),
    /** By an Admin: whoever asked doesn't decide an objection. */
    resolve: async (restore: boolean, as = admin) =>
      await post("admin/resolve-email-change", { orderId, restore, reason: "Asked by telephone" }, as),
    /** Opens the order by id and address. @returns the status and the visitor's cookies */
    track: async (email: string) => {
      const { code, headers } = await proveAddress(program.address, orderId, email);
      const body = { orderId: String(orderId) };
      const history = () => call(program.address, "POST", "/api/front/get-download-history", { headers, body });
      return { code, history };
    },
    upload: async (email: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ orderId, email, mailServiceProvider: "AWS" })) {
        form.set(name, String(value));
      }
      form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("N. K. Perera"))], "card.pdf"));
      const response = await fetch(`${program.address}/api/admin/upload-visa-document`, {
        method: "POST",
        headers: { authorization: manager },
        body: form,
      });
      return { code: response.status, body: (await response.json()) as Answer["body"] };
    },
    /** Waits until every mail of the order was sent. */
    allWritten: async () =>
      await vi.waitFor(async () => {
        const found = await program.db.select().from(mails).where(eq(mails.orderId, orderId));
        expect(found.filter(({ dueAt }) => dueAt !== null)).toEqual([]);
      }, SOON),
  };
}
export type EmailStory = Awaited<ReturnType<typeof emailStory>>;
