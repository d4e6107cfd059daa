import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { claims, returnOrder } from "#contract/claims/claims.ts";
import { createOrder } from "#contract/intake/intake.ts";
import { listOrders } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { Role } from "#contract/roles.ts";
import { Member } from "./member.ts";
import { LONG_ORDER, ownName } from "./orders.ts";
import { Screen } from "./screen.ts";
import { INTAKE_KEY } from "./staff.ts";

/** Fields of an order at intake; those left out have a value that no test depends on. */
type Fields = Record<string, unknown>;

/** Runs in the page. */
const storeToken = (accessToken: string) => localStorage.setItem("user", JSON.stringify({ accessToken }));

let intakes = 0;

/** The test's own page, the orders that come in, and the members who work on them. */
export class Desk extends Screen {
  readonly #request: APIRequestContext;
  readonly #baseURL: string;

  constructor(page: Page, request: APIRequestContext, baseURL: string) {
    super(page);
    this.#request = request;
    this.#baseURL = baseURL;
  }

  /** Signs a member in by the API, stores the session where the console keeps it, and opens a path of it. */
  async signIn(role: Role, path?: string): Promise<Member> {
    const member = this.member(role);
    const token = await member.token();
    await this.page.goto("/healthz");
    await this.page.evaluate(storeToken, token);
    if (path !== undefined) await this.page.goto(path);
    return member;
  }

  /** A member who is signed in elsewhere and acts by the API alone. */
  member(role: Role): Member {
    return new Member(role, this.page, this.#request);
  }

  /** Another member in another browser. */
  async colleague(role: Role): Promise<Member> {
    const browser = this.page.context().browser();
    if (browser === null) throw new Error("the page has no browser");
    const context = await browser.newContext({ baseURL: this.#baseURL });
    const member = new Member(role, await context.newPage(), this.#request);
    await context.addInitScript(storeToken, await member.token());
    return member;
  }

  /** Returns whatever a member has, so that others' tests don't count towards the limit. */
  async returnAll(role: Role): Promise<void> {
    const member = this.member(role);
    for (const claim of (await member.call(claims)).claims) {
      if (claim.member.name === `${role} Member`) await member.call(returnOrder, { orderId: claim.order_id });
    }
  }

  /** Creates an order at intake. @returns its id */
  async intake(fields: Fields = {}): Promise<number> {
    intakes += 1;
    const response = await this.#request.post(`/api${createOrder.path}`, {
      headers: { authorization: `Bearer ${INTAKE_KEY}`, "idempotency-key": `e2e-${Date.now()}-${intakes}` },
      data: {
        full_name: "N. K. Perera",
        email: "traveller@example.com",
        nationality: "GB",
        arrival_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        paid: true,
        ...fields,
      },
    });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).data.order_id;
  }

  /** Creates orders at intake, one after the other. @returns their ids */
  async intakes<T extends readonly Fields[]>(...orders: T): Promise<{ -readonly [K in keyof T]: number }> {
    const ids: number[] = [];
    for (const order of orders) ids.push(await this.intake(order));
    return ids as { -readonly [K in keyof T]: number };
  }

  /** Creates an order under a name of its own, by which a search finds it alone. */
  async ownOrder(fields: Fields = {}): Promise<{ name: string; id: number }> {
    const name = ownName();
    return { name, id: await this.intake({ ...fields, full_name: name }) };
  }

  /** Creates an order and opens it as a member. @returns its id */
  async openNewOrder(role: Role, fields: Fields = {}): Promise<number> {
    const id = await this.intake(fields);
    await this.signIn(role);
    await this.openOrder(id);
    return id;
  }

  /** Creates an order with everything that screens can show. @returns its id */
  async fullOrder(member: Member): Promise<number> {
    const id = await this.intake(LONG_ORDER);
    await member.upload(id, LONG_ORDER.email);
    const flags = { telephone: "Y", whatsapp: "Y", statusRefund: "Y", voided: "Y", chargeBack: "Y" } as const;
    await member.addComment(id, "Told the customer on the telephone.", flags);
    await member.addComment(id, `A link: https://example.com/${"long-".repeat(30)}`, flags);
    return id;
  }

  /** Moves every order of a queue elsewhere. */
  async emptyQueue(orderName: ListName): Promise<void> {
    const admin = this.member("Admin");
    for (;;) {
      const rows = await admin.call(listOrders, { orderName, limit: "500" });
      if (rows.length === 0) return;
      await admin.changeStatus(
        rows.map((row) => row.order_id),
        "AwaitingGovt",
      );
    }
  }
}
