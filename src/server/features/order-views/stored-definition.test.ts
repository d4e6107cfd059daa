// What a view's definition may hold: bad input is refused, stored parts that no longer exist are left out.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ORDER_VIEW_MESSAGES } from "#contract/order-views/messages.ts";
import type { OrderView } from "#contract/order-views/order-views.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { orderViews } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());
beforeEach(async () => {
  await program.db.delete(orderViews);
});

const EMPTY = { filter: {}, search: "", sort: null, dir: null, size: 10, columns: null };
const FULL = {
  filter: { arrival: "2026-11-27..2026-11-29", nat: "DE,AT", doc: "no" },
  search: "",
  sort: "arrival_date",
  dir: "asc",
  size: 50,
  columns: [{ column: "order_id" }, { column: "full_name", width: 240 }, { column: "due_at" }],
};
const view = (change: object = {}) => ({ list: "newOrder", name: "Fridays", definition: EMPTY, ...change });
const save = (body: unknown) => call<OrderView>(program.address, "POST", "/api/admin/save-view", { token, body });
const list = async () => (await call<OrderView[]>(program.address, "GET", "/api/admin/views", { token })).body.data;

it("leaves out what no longer exists and names it", async () => {
  const made = (await save(view({ definition: FULL }))).body.data;
  const definition = {
    ...FULL,
    filter: { ...FULL.filter, doc: "maybe", visa: "yes", due: "late" },
    sort: "visa",
    size: 77,
    columns: [...FULL.columns, { column: "photo", width: 80 }, { column: "email", width: 1 }, "x"],
  };
  await program.db.update(orderViews).set({ definition });
  expect(await list()).toEqual([
    {
      ...made,
      definition: {
        ...FULL,
        filter: { arrival: FULL.filter.arrival, nat: "DE,AT", due: "late" },
        sort: null,
        dir: null,
        size: 10,
      },
      dropped: ["filter doc", "filter visa", "column photo", "column email", "column x", "sort visa", "size 77"],
    },
  ]);
  for (const junk of [null, [], "text", { filter: [1], columns: {} }]) {
    await program.db.execute(sql`update order_views set definition = ${JSON.stringify(junk)}::json`);
    expect((await list())[0]?.definition).toEqual(EMPTY);
  }
});

describe("bad input is refused with a sentence", () => {
  const PARTS = "definition must have filter, search, sort, dir, size and columns, and nothing else.";
  const definition = (change: object) => view({ definition: { ...EMPTY, ...change } });
  it.each<[string, unknown, string, string]>([
    ["no name", view({ name: "  " }), "name", ORDER_VIEW_MESSAGES.viewNameRequired],
    ["a long name", view({ name: "x".repeat(61) }), "name", "At most 60 characters."],
    ["an unknown list", view({ list: "oldOrder" }), "list", "Unknown list name."],
    ["Future", view({ list: "futureOrder" }), "list", ORDER_VIEW_MESSAGES.viewFuture],
    ["an id without a version", view({ id: 1 }), "version", ORDER_VIEW_MESSAGES.viewVersion],
    ["a version without an id", view({ version: 1 }), "version", ORDER_VIEW_MESSAGES.viewVersion],
    [
      "a shared layout without a name",
      view({ name: null, sharedWith: ["Team"] }),
      "name",
      ORDER_VIEW_MESSAGES.viewUnnamed,
    ],
    ["an unknown role", view({ sharedWith: ["Chief"] }), "sharedWith.0", TEAM_MESSAGES.teamTypeRequired],
    ["no definition", view({ definition: undefined }), "definition", PARTS],
    [
      "an unknown filter",
      definition({ filter: { visa: "yes" } }),
      "definition.filter",
      "A filter must be one of status, arrival, created, nat, mode, gateway, doc, mail, flag, dispute, mark, claim, due.",
    ],
    ["a wrong filter", definition({ filter: { doc: "maybe" } }), "definition.filter.doc", "doc must be yes or no."],
    [
      "seven filters",
      definition({
        filter: {
          created: "2026-11-01",
          nat: "DE",
          mode: "Standard",
          gateway: "1",
          doc: "no",
          mail: "none",
          flag: "refund",
        },
      }),
      "definition.filter",
      "At most 6 filters at once. Remove one and try again.",
    ],
    ["a long search", definition({ search: "x".repeat(201) }), "definition.search", "At most 200 characters."],
    ["a direction alone", definition({ dir: "asc" }), "definition.dir", "sort and dir must be both set or both null."],
    ["a wrong size", definition({ size: 7 }), "definition.size", 'size must be 10, 25, 50, 100, 500 or "all".'],
    [
      "a column twice",
      definition({ columns: [{ column: "email" }, { column: "email" }] }),
      "definition.columns",
      "columns name each column once.",
    ],
    [
      "a sort of open work elsewhere",
      { ...definition({ sort: "due_at", dir: "asc" }), list: "completedOrder" },
      "definition.sort",
      ORDER_MESSAGES.sortOpenOnly,
    ],
    [
      "a filter of open work elsewhere",
      { ...definition({ filter: { due: "late" } }), list: "completedOrder" },
      "definition.filter.due",
      ORDER_MESSAGES.dueOpenOnly,
    ],
  ])("%s", async (_what, body, path, message) => {
    const answer = await save(body);
    expect(answer.code).toBe(400);
    expect(answer.body.errors).toContainEqual({ path, message });
    expect(await list()).toEqual([]);
  });
});
