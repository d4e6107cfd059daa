// Quick replies: who is offered and who changes them, their versions, what is refused.
import { afterAll, beforeAll, expect, it } from "vitest";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { replyConflictMessage, TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { QUICK_REPLIES_MAX, type QuickReply } from "#contract/texts/quick-replies.ts";
import { call } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { BUILT_IN_REPLIES } from "./built-in/replies.ts";

let program: TestProgram;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  program = await startTestProgram();
  for (const role of ROLES) tokens.set(role, await program.signIn(role));
});
afterAll(() => program.stop());

const api = <T>(role: Role, method: "GET" | "POST", path: string, body?: unknown) =>
  call<T>(program.address, method, `/api/admin/${path}`, {
    token: tokens.get(role) ?? "",
    ...(body !== undefined && { body }),
  });
const list = async (role: Role) => (await api<QuickReply[]>(role, "GET", "quick-replies")).body.data;
const save = (body: unknown, role: Role = "Manager") => api<QuickReply>(role, "POST", "save-quick-reply", body);
const versions = async (key: string, language = "en") =>
  (await api<QuickReply[]>("Admin", "GET", `quick-reply-versions?key=${key}&language=${language}`)).body.data;

let made = 0;
/** A new one, which no other test has. */
function reply(change: object = {}) {
  made += 1;
  return {
    key: `own-${made}0000`,
    language: "en",
    version: 0,
    name: `Own ${made}`,
    body: "Please call us.",
    ...change,
  };
}

it("offers every role the dozen that come with the program, by name", async () => {
  for (const role of ROLES) {
    const offered = await list(role);
    expect(offered).toHaveLength(BUILT_IN_REPLIES.length);
    expect(offered.map(({ name }) => name)).toEqual(BUILT_IN_REPLIES.map(({ name }) => name).sort());
    expect(offered[0]).toMatchObject({ language: "en", version: 0, roles: null, is_removed: false, saved: null });
  }
});

it("has built-in texts that could be saved as they are", async () => {
  for (const { key, ...text } of BUILT_IN_REPLIES) {
    const { code, body } = await save({ ...text, key, language: "de", version: 0, name: `${text.name} (de)` });
    expect([code, body.message], key).toEqual([200, TEXT_MESSAGES.replySaved]);
    const removal = { ...text, key, language: "de", version: 1, name: `${text.name} (de)`, removed: true };
    expect((await save(removal)).code).toBe(200);
  }
});

it("is offered to the roles it is for; those who may change it see all", async () => {
  const { body } = await save(reply({ roles: ["Telecaller", "Telecaller"] }));
  const { key } = body.data;
  expect(body.data).toMatchObject({
    version: 1,
    roles: ["Telecaller"],
    subject: null,
    saved: { by: "Manager Member" },
  });
  const seen = [];
  for (const role of ROLES) if ((await list(role)).some((each) => each.key === key)) seen.push(role);
  expect(seen).toEqual(["Admin", "Manager", "Telecaller"]);
  const forAll = await save({ ...reply(), key, version: 1, name: body.data.name, roles: [] });
  expect(forAll.body.data).toMatchObject({ version: 2, roles: null });
});

it("is changed by Admins and Managers alone", async () => {
  for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
    expect((await save(reply(), role)).code).toBe(403);
    expect((await api(role, "GET", "quick-reply-versions?key=photo-page&language=en")).code).toBe(403);
  }
  expect((await save(reply(), "Admin")).code).toBe(200);
});

it("keeps every version, with who wrote it, below the one that came with the program", async () => {
  const built = (await list("Team")).find(({ key }) => key === "flight-number");
  const change = { key: "flight-number", language: "en", name: "Flight", subject: null };
  expect((await save({ ...change, version: 0, body: "Which flight?" })).code).toBe(200);
  expect((await save({ ...change, version: 1, body: "Which flight, please?" }, "Admin")).code).toBe(200);
  expect(await versions("flight-number")).toMatchObject([
    { version: 2, body: "Which flight, please?", saved: { by: "Admin Member" } },
    { version: 1, body: "Which flight?", saved: { by: "Manager Member" } },
    { ...built },
  ]);
  expect((await list("Team")).filter(({ key }) => key === "flight-number")).toMatchObject([{ version: 2 }]);
  expect(await versions("none-such")).toEqual([]);
  await expect(program.database.pool.query("update texts set body = 'x'")).rejects.toThrow(/insert-only/);
  await expect(program.database.pool.query("delete from texts")).rejects.toThrow(/insert-only/);
});

it("is removed and put back, each as a version", async () => {
  const own = reply();
  await save(own);
  const removed = await save({ ...own, version: 1, removed: true });
  expect([removed.code, removed.body.message]).toEqual([200, TEXT_MESSAGES.replyRemovedDone]);
  const found = async (role: Role) => (await list(role)).find(({ key }) => key === own.key);
  expect([await found("Team"), await found("Admin")]).toMatchObject([undefined, { is_removed: true, version: 2 }]);
  // Its name is free meanwhile.
  const heir = { ...reply(), name: own.name };
  expect((await save(heir)).code).toBe(200);
  expect((await save({ ...own, version: 2 })).body.message).toBe(TEXT_MESSAGES.replyNameTaken);
  expect((await save({ ...heir, version: 1, removed: true })).code).toBe(200);
  expect((await save({ ...own, version: 2 })).code).toBe(200);
  expect(await found("Team")).toMatchObject({ version: 3 });
});

it("is not overwritten by who has read an older version, and a repeated call adds none", async () => {
  const own = reply();
  const first = await save(own);
  expect(await save(own)).toMatchObject({ code: 200, body: { data: first.body.data } });
  expect(await versions(own.key)).toHaveLength(1);
  const by = await save({ ...own, body: "Another text" });
  const at = formatDateTimeUtc(first.body.data.saved?.at ?? "");
  expect([by.code, by.body.message]).toEqual([409, replyConflictMessage("Manager Member", at)]);
  expect(by.body.data).toMatchObject({ key: own.key, version: 1 });
  expect((await save(own, "Admin")).code).toBe(409);
  const both = await Promise.all(["One", "Two"].map((body) => save({ ...own, version: 1, body })));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
});

it.each([
  ["name", { name: " " }, TEXT_MESSAGES.replyNameRequired],
  ["name", { name: "n".repeat(61) }, "At most 60 characters."],
  ["body", { body: "\n" }, TEXT_MESSAGES.replyBodyRequired],
  ["body", { body: "Dear {{name}}" }, expect.stringContaining("name")],
  ["subject", { subject: "{{ order }}" }, expect.stringContaining("order")],
  ["subject", { subject: "=?utf-8?q?x?=" }, expect.any(String)],
  ["language", { language: "xx" }, expect.any(String)],
  ["key", { key: "../x" }, TEXT_MESSAGES.replyKey],
  ["version", { version: -1 }, TEXT_MESSAGES.replyVersion],
  ["roles.0", { roles: ["Owner"] }, expect.any(String)],
  ["removed", { removed: "yes" }, TEXT_MESSAGES.replyRemoved],
])("is refused with a wrong %s: %j", async (path, change, message) => {
  const { code, body } = await save(reply(change));
  expect([code, body.errors]).toEqual([400, [{ path, message }]]);
});

it("keeps hostile text as text, cleaned of what can't be seen", async () => {
  const body = "<script>alert(1)</script> {{customer_name}}\u202e\u0000 \n\n= 2+2";
  const { code, body: answer } = await save(reply({ body }));
  expect([code, answer.data.body]).toEqual([200, "<script>alert(1)</script> {{customer_name}} \n\n= 2+2"]);
});

it("has at most 200", async () => {
  await program.database.pool.query(
    `insert into texts (use, key, language, version, name, body, created_at, created_by)
     select 'quick-reply', 'many-' || n, 'ta', 1, 'Many ' || n, 'x', now(), (select min(id) from members)
     from generate_series(1, ${QUICK_REPLIES_MAX}) n`,
  );
  const { code, body } = await save(reply());
  expect([code, body.message]).toEqual([422, TEXT_MESSAGES.repliesMax]);
});
