// Saved views: who sees, saves and shares them, what is refused, and what becomes of them.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ActivityEntry } from "#contract/audit/audit.ts";
import { auditSentence } from "#contract/audit/audit-sentences.ts";
import { DAY_MS, formatDateTimeUtc } from "#contract/dates.ts";
import { ORDER_VIEW_MESSAGES, viewConflictMessage } from "#contract/order-views/messages.ts";
import { type OrderView, PINNED_VIEWS_MAX } from "#contract/order-views/order-views.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { members, orderViews } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { orderIn } from "#test/support/orders.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  program = await startTestProgram();
  for (const role of ROLES) tokens.set(role, await program.signIn(role));
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

const api = <T>(role: Role, method: "GET" | "POST", path: string, body?: unknown) =>
  call<T>(program.address, method, `/api/admin/${path}`, {
    token: tokens.get(role) ?? "",
    ...(body !== undefined && { body }),
  });
const save = (role: Role, body: unknown) => api<OrderView>(role, "POST", "save-view", body);
const remove = (role: Role, { id, version }: OrderView) => api(role, "POST", "delete-view", { id, version });
const list = async (role: Role) => (await api<OrderView[]>(role, "GET", "views")).body.data;
const names = async (role: Role) => (await list(role)).map(({ name }) => name);
async function saved(role: Role, change: object = {}): Promise<OrderView> {
  const { code, body } = await save(role, view(change));
  expect([code, body.message]).toEqual([200, ORDER_VIEW_MESSAGES.viewSaved]);
  return body.data;
}
const edit = ({ id, list, name, definition, version }: OrderView, change: object = {}) => ({
  id,
  list,
  name,
  definition,
  version,
  ...change,
});
const idOf = async (role: Role) =>
  (
    await program.db
      .select({ id: members.id })
      .from(members)
      .where(eq(members.email, emailOf(role)))
  )[0]?.id ?? 0;

describe("a personal view", () => {
  it("keeps filters, sort, size and columns, and is listed for its owner only", async () => {
    const made = await saved("Team", { definition: FULL });
    expect(made).toMatchObject({ name: "Fridays", definition: FULL, dropped: [], shared_with: null, can_edit: true });
    expect(await list("Team")).toEqual([made]);
    for (const role of ROLES.filter((each) => each !== "Team")) expect(await list(role)).toEqual([]);
  });

  it("may have a search text, cleaned as a search is", async () => {
    const made = await saved("Telecaller", { definition: { ...EMPTY, search: "  ana@\u0000example.com " } });
    expect(made.definition.search).toBe("ana@example.com");
  });

  it("of another member does not exist, whatever the role", async () => {
    const made = await saved("Telecaller");
    for (const { code, body } of [await save("Admin", edit(made)), await remove("Admin", made)]) {
      expect([code, body.message]).toEqual([404, ORDER_VIEW_MESSAGES.viewNotFound]);
    }
  });

  it("has a name of its own among the owner's of that list, whatever its case", async () => {
    const made = await saved("Team");
    const again = await save("Team", view({ name: "FRIDAYS" }));
    expect([again.code, again.body.message, again.body.errors?.[0]?.path]).toEqual([
      422,
      ORDER_VIEW_MESSAGES.viewNameTaken,
      "name",
    ]);
    await saved("Team", { list: "pendingOrder" });
    await saved("Admin");
    expect((await save("Team", edit(made, { name: "fridays" }))).code).toBe(200);
  });

  it("stays with its list", async () => {
    const { code, body } = await save("Team", edit(await saved("Team"), { list: "pendingOrder" }));
    expect([code, body.message]).toEqual([400, ORDER_VIEW_MESSAGES.viewOtherList]);
  });

  it("is deleted by its owner, at the version that was read", async () => {
    const made = await saved("Night Staff");
    await save("Night Staff", edit(made));
    expect((await remove("Night Staff", made)).code).toBe(409);
    expect((await remove("Night Staff", { ...made, version: 2 })).code).toBe(200);
    expect(await list("Night Staff")).toEqual([]);
    expect((await remove("Night Staff", { ...made, version: 2 })).code).toBe(404);
  });
});

it("keeps one layout for each list and member: the last one counts", async () => {
  const first = await saved("Team", { name: null, definition: { ...EMPTY, columns: [{ column: "order_id" }] } });
  const second = await saved("Team", { name: null, definition: { ...EMPTY, columns: FULL.columns } });
  expect([second.id, second.version, second.definition.columns]).toEqual([first.id, 2, FULL.columns]);
  await saved("Team", { name: null, list: "futureOrder" });
  await saved("Admin", { name: null });
  expect(await list("Team")).toHaveLength(2);
});

describe("a shared view", () => {
  /** Of roles and views: who sees what was shared with whom. */
  const CASES: [Role, OrderView["list"], readonly Role[], boolean][] = [
    ["Admin", "newOrder", ["Telecaller"], true],
    ["Manager", "newOrder", ["Telecaller"], true],
    ["Team", "newOrder", ["Telecaller"], false],
    ["Telecaller", "newOrder", ["Telecaller"], true],
    ["Night Staff", "newOrder", ["Telecaller"], false],
    ["Admin", "allOrder", ROLES, true],
    ["Manager", "allOrder", ["Team"], true],
    ["Team", "allOrder", ROLES, true],
    ["Telecaller", "allOrder", ROLES, false],
    ["Night Staff", "allOrder", ["Night Staff"], true],
  ];
  it.each(CASES)("%s, %s shared with %j: seen %s", async (role, listName, sharedWith, isSeen) => {
    const made = await saved("Admin", { list: listName, sharedWith });
    const seen = await list(role);
    expect(seen.map(({ id }) => id)).toEqual(isSeen ? [made.id] : []);
    const mayEdit = role === "Admin" || role === "Manager";
    if (isSeen) expect(seen[0]?.can_edit).toBe(mayEdit);
    const { code } = await save(role, edit(made));
    if (role === "Telecaller" && listName === "allOrder") expect(code).toBe(403);
    else expect(code).toBe(mayEdit ? 200 : isSeen ? 403 : 404);
  });

  it("is not shown to a role that can't read the list any more, even to its owner", async () => {
    await saved("Night Staff", { list: "allOrder" });
    const asRole = (role: Role) =>
      program.db
        .update(members)
        .set({ role })
        .where(eq(members.email, emailOf("Night Staff")));
    await asRole("Telecaller");
    expect(await list("Night Staff")).toEqual([]);
    await asRole("Night Staff");
    expect(await list("Night Staff")).toHaveLength(1);
  });

  it.each(["Team", "Telecaller", "Night Staff"] as const)("can't be made, changed or deleted by %s", async (role) => {
    const { code, body } = await save(role, view({ sharedWith: ["Team"] }));
    expect([code, body.message]).toEqual([403, ORDER_VIEW_MESSAGES.viewShareForbidden]);
    const made = await saved("Manager", { sharedWith: [role] });
    for (const each of [await save(role, edit(made, { sharedWith: null })), await remove(role, made)]) {
      expect([each.code, each.body.message]).toEqual([403, ORDER_VIEW_MESSAGES.viewReadOnly]);
    }
    expect(await list(role)).toEqual([{ ...made, can_edit: false }]);
  });

  it("has no search text, which is often an e-mail address", async () => {
    const definition = { ...EMPTY, search: "ana@example.com" };
    const made = await saved("Manager", { definition });
    for (const body of [
      view({ name: "Ana", definition, sharedWith: ["Team"] }),
      edit(made, { sharedWith: ["Team"] }),
    ]) {
      const answer = await save("Manager", body);
      expect([answer.code, answer.body.message, answer.body.errors?.[0]?.path]).toEqual([
        422,
        ORDER_VIEW_MESSAGES.viewSharedSearch,
        "definition.search",
      ]);
    }
    const shared = await saved("Manager", { name: "Shared", sharedWith: ["Team"] });
    expect((await save("Manager", edit(shared, { definition }))).code).toBe(422);
    expect(await names("Team")).toEqual(["Shared"]);
  });

  it("keeps its roles when a save doesn't name them, and is personal again without any", async () => {
    const made = await saved("Manager", { sharedWith: ["Team", "Team"] });
    expect(made.shared_with).toEqual(["Team"]);
    const renamed = await save("Admin", edit(made, { name: "Saturdays" }));
    expect(renamed.body.data).toMatchObject({ name: "Saturdays", shared_with: ["Team"], owner: made.owner });
    const personal = await save("Admin", edit(renamed.body.data, { sharedWith: [] }));
    expect(personal.body.data).toMatchObject({ shared_with: null, owner: made.owner });
    expect(await names("Manager")).toEqual(["Saturdays"]);
    expect([await names("Admin"), await names("Team")]).toEqual([[], []]);
  });

  it("is recorded in the audit log when its roles change and when it ends", async () => {
    const made = await saved("Manager", { sharedWith: ["Team"] });
    const same = (await save("Manager", edit(made, { definition: FULL, sharedWith: ["Team"] }))).body.data;
    const wider = (await save("Admin", edit(same, { sharedWith: ["Team", "Telecaller"] }))).body.data;
    const personal = (await save("Manager", edit(wider, { sharedWith: null }))).body.data;
    expect((await remove("Manager", personal)).code).toBe(200);
    expect((await remove("Manager", await saved("Manager", { sharedWith: ["Night Staff"] }))).code).toBe(200);
    const { body } = await api<ActivityEntry[]>("Admin", "GET", "activity");
    const sentences = body.data.slice(0, 5).map((entry) => `${entry.actor?.name} ${auditSentence(entry)}`);
    expect(sentences.reverse()).toEqual([
      "Manager Member shared the view “Fridays” of New with Team",
      "Admin Member shared the view “Fridays” of New with Team, Telecaller",
      "Manager Member ended the sharing of the view “Fridays” of New",
      "Manager Member shared the view “Fridays” of New with Night Staff",
      "Manager Member ended the sharing of the view “Fridays” of New",
    ]);
  });
});

describe("two saves at once", () => {
  it("of one version: one is saved, the other is told who was first and when", async () => {
    const made = await saved("Manager", { sharedWith: ["Team"] });
    const answers = await Promise.all(
      (["Manager", "Admin"] as const).map((role) => save(role, edit(made, { name: `By ${role}` }))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const refused = answers.find(({ code }) => code === 409);
    const [now] = await list("Manager");
    const winner = now?.name === "By Admin" ? "Admin Member" : "Manager Member";
    expect(refused?.body.message).toBe(viewConflictMessage(winner, formatDateTimeUtc(now?.updated_at ?? null)));
    expect(now?.version).toBe(2);
  });

  it("of one name: one is saved", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => save("Team", view())));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422]);
    expect(await names("Team")).toEqual(["Fridays"]);
  });

  it("of layouts: all are saved, one is left", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => save("Team", view({ name: null }))));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect((await list("Team")).map(({ version }) => version)).toEqual([4]);
  });
});

describe("a pinned view", () => {
  const pin = (role: Role, id: number, pinned = true) => api(role, "POST", "pin-view", { id, pinned });
  const pins = async (role: Role) => (await list(role)).filter(({ is_pinned }) => is_pinned).map(({ name }) => name);
  const counts = async (role: Role) =>
    (await api<{ id: number; total: number; total_capped: boolean }[]>(role, "GET", "pinned-view-counts")).body.data;

  it("is one member's, whoever shares it, and goes when it is unpinned, no longer shared or deleted", async () => {
    const made = await saved("Manager", { sharedWith: ["Team", "Telecaller"] });
    for (const role of ["Team", "Telecaller"] as const) {
      const { code, body } = await pin(role, made.id);
      expect([code, body.message]).toEqual([200, ORDER_VIEW_MESSAGES.viewPinned]);
    }
    await pin("Team", made.id);
    expect([await pins("Team"), await pins("Telecaller"), await pins("Manager")]).toEqual([
      ["Fridays"],
      ["Fridays"],
      [],
    ]);
    expect((await pin("Team", made.id, false)).body.message).toBe(ORDER_VIEW_MESSAGES.viewUnpinned);
    expect([await pins("Team"), await pins("Telecaller")]).toEqual([[], ["Fridays"]]);
    expect((await list("Manager"))[0]?.version).toBe(1);
    const narrowed = await save("Manager", edit(made, { sharedWith: ["Team"] }));
    expect([await pins("Telecaller"), await counts("Telecaller")]).toEqual([[], []]);
    await save("Manager", edit(narrowed.body.data, { sharedWith: ["Telecaller"] }));
    expect(await pins("Telecaller")).toEqual(["Fridays"]);
    const [now] = await list("Manager");
    if (now === undefined) throw new Error("the view is missing");
    await remove("Manager", now);
    expect([await pins("Telecaller"), await counts("Telecaller")]).toEqual([[], []]);
  });

  it("is one that the member sees and that has a name", async () => {
    const personal = await saved("Team");
    const history = await saved("Manager", { list: "allOrder", sharedWith: ["Team", "Telecaller"] });
    const layout = await saved("Telecaller", { name: null });
    for (const { id } of [personal, history, layout]) {
      expect((await pin("Telecaller", id)).body).toMatchObject({
        code: "not_found",
        message: ORDER_VIEW_MESSAGES.viewNotFound,
      });
    }
  });

  it("is one of at most six, even at once; those that are no longer seen don't count", async () => {
    const shared = await saved("Manager", { name: "Shared", sharedWith: ["Team"] });
    await pin("Team", shared.id);
    const made = [];
    for (const name of "abcdefgh") made.push(await saved("Team", { name }));
    const answers = await Promise.all(made.map(({ id }) => pin("Team", id)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 200, 200, 200, 422, 422, 422]);
    expect(answers.find(({ code }) => code === 422)?.body.message).toBe(ORDER_VIEW_MESSAGES.viewsPinnedMax);
    expect(await pins("Team")).toHaveLength(PINNED_VIEWS_MAX);
    await save("Manager", edit(shared, { sharedWith: null }));
    expect((await pin("Team", made[answers.findIndex(({ code }) => code === 422)]?.id ?? 0)).code).toBe(200);
  });

  it("is counted as its list is, with days counted from today and for the member alone", async () => {
    const soon = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
    const [mineId] = await Promise.all(
      [soon, soon, "2031-05-04"].map((arrival_date) =>
        orderIn(program, { status: "New" }, { arrival_date, full_name: "Ana Pins" }),
      ),
    );
    const search = "ana pins";
    const of = (filter: object) => ({ definition: { ...EMPTY, search, filter } });
    const all = await saved("Team", { name: "1", ...of({}) });
    const week = await saved("Team", { name: "2", list: "openOrder", ...of({ arrival: "today..today+6" }) });
    const mine = await saved("Team", { name: "3", ...of({ claim: "me" }) });
    await saved("Team", { name: "4" });
    for (const { id } of [all, week, mine]) await pin("Team", id);
    await api("Team", "POST", "claim-order", { orderId: mineId, takeOverFrom: null });
    expect((await counts("Team")).map(({ id, total }) => [id, total])).toEqual([
      [all.id, 3],
      [week.id, 2],
      [mine.id, 1],
    ]);
    expect(await counts("Manager")).toEqual([]);
  });
});

describe("the limits", () => {
  const fill = (count: number, owner: number, sharedWith: Role[] | null) =>
    program.db.insert(orderViews).values(
      Array.from({ length: count }, (_each, index) => ({
        ownerId: owner,
        list: "newOrder" as const,
        name: `View ${index}`,
        definition: EMPTY,
        sharedWith,
        createdAt: new Date(),
        updatedAt: new Date(),
        updatedBy: owner,
      })),
    );

  it("are 50 personal views, even at once; layouts don't count", async () => {
    await fill(49, await idOf("Team"), null);
    await saved("Team", { name: null });
    const answers = await Promise.all(["a", "b", "c"].map((name) => save("Team", view({ name }))));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
    expect(answers.find(({ code }) => code === 422)?.body.message).toBe(ORDER_VIEW_MESSAGES.viewsPersonalMax);
    const [first] = (await list("Team")).filter(({ name }) => name === "View 1");
    if (first === undefined) throw new Error("the view is missing");
    expect((await save("Team", edit(first, { name: "Still editable" }))).code).toBe(200);
    await saved("Admin");
  });

  it("are 30 shared views of the whole office", async () => {
    await fill(30, await idOf("Admin"), ["Team"]);
    const { code, body } = await save("Manager", view({ sharedWith: ["Team"] }));
    expect([code, body.message]).toEqual([422, ORDER_VIEW_MESSAGES.viewsSharedMax]);
    const made = await saved("Manager");
    expect((await save("Manager", edit(made, { sharedWith: ["Team"] }))).code).toBe(422);
    const [shared] = await list("Team");
    if (shared === undefined) throw new Error("the view is missing");
    expect((await save("Manager", edit(shared, { sharedWith: ["Telecaller"] }))).code).toBe(200);
  });
});

it("a removed member's personal views go; shared ones stay without an owner and are kept by others", async () => {
  const admin = tokens.get("Admin") ?? "";
  const email = "leaving@example.com";
  const password = "quiet harbour 82";
  const added = await call<{ id: number }>(program.address, "POST", "/api/admin/add-team-member", {
    token: admin,
    body: { name: "Leah Ving", email, password, type: "Manager" },
  });
  const login = await call(program.address, "POST", "/api/admin/admin-login", { body: { email, password } });
  const token = login.body.jwtToken as string;
  const saveAs = (body: unknown) => call<OrderView>(program.address, "POST", "/api/admin/save-view", { token, body });
  await saveAs(view({ definition: { ...EMPTY, search: "ana@example.com" } }));
  await saveAs(view({ name: null }));
  const shared = (await saveAs(view({ name: "Handed over", sharedWith: ["Telecaller"] }))).body.data;
  await call(program.address, "POST", "/api/admin/pin-view", { token, body: { id: shared.id, pinned: true } });
  const removed = await call(program.address, "PUT", "/api/admin/delete-team-member", {
    token: admin,
    body: { teamMemberId: added.body.data.id },
  });
  expect(removed.code).toBe(200);
  const { name, ownerId, pinnedBy } = orderViews;
  const rows = await program.db.select({ name, ownerId, pinnedBy }).from(orderViews);
  expect(rows).toEqual([{ name: "Handed over", ownerId: null, pinnedBy: [] }]);
  expect((await saveAs(view())).body.code).toBe("session_ended");
  expect(await list("Telecaller")).toMatchObject([{ id: shared.id, owner: null, can_edit: false }]);
  expect((await save("Telecaller", edit(shared))).code).toBe(403);
  const edited = await save("Manager", edit(shared, { name: "Taken over" }));
  expect(edited.body.data).toMatchObject({ name: "Taken over", owner: null, can_edit: true });
  const personal = await save("Manager", edit(edited.body.data, { sharedWith: null }));
  expect(personal.body.data.owner?.name).toBe("Manager Member");
});
