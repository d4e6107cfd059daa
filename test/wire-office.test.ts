// An external client of the calls about team, gateways, countries and transaction details: written from the
// specification, without importing the program's contract.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { intake } from "./support/client.ts";
import { type Envelope, fieldsOf, plainClient, type Send } from "./support/plain-client.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "./support/test-program.ts";

const ENVELOPE = ["data", "message", "status"];
const MASK = "••••••••";
const MEMBER = { name: "Wire Member", email: "wire.member@staff.example", password: "a wire horse 9", type: "Team" };

let program: TestProgram;
let send: Send;
let staff: Record<string, string>;

beforeAll(async () => {
  program = await startTestProgram();
  send = plainClient(`${program.address}/api`);
  staff = { Authorization: await program.signIn("Admin") };
});
afterAll(() => program.stop());

/** An id as encoded in URLs: doubled, in base64 without padding. */
const encoded = (id: number) =>
  Buffer.from(String(id * 2))
    .toString("base64")
    .replace(/=+$/, "");
const signIn = async (email: string, password: string) =>
  (await send("POST", "/admin/admin-login", {}, { email, password })).code;

let members = 0;
async function addedMember(): Promise<{ id: number; email: string }> {
  members += 1;
  const email = `wire.member.${members}@staff.example`;
  const { code, envelope } = await send("POST", "/admin/add-team-member", staff, { ...MEMBER, email });
  expect([code, envelope.message !== ""]).toEqual([200, true]);
  return envelope.data;
}

describe("the team", () => {
  it("is listed with id, name, email, type, memberRole and a mask for the password @3-036 @3-037 @7-028", async () => {
    const { code, envelope } = await send("GET", "/admin/get-team-member-list", staff);
    expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ENVELOPE, 1]);
    expect(envelope.data).toHaveLength(5);
    for (const member of envelope.data) {
      expect(fieldsOf(member)).toEqual(["email", "id", "memberRole", "name", "password", "type"]);
      expect([member.memberRole, member.password]).toEqual([member.type, MASK]);
    }
  });

  it("has the five types @6-001 @7-033", async () => {
    const { code, envelope } = await send("GET", "/admin/get-team-member-type", staff);
    expect([code, fieldsOf(envelope)]).toEqual([200, ENVELOPE]);
    expect([...envelope.data].sort()).toEqual(["Admin", "Manager", "Night Staff", "Team", "Telecaller"]);
  });

  it("accepts a new member with name, email, password and type, who can then sign in @7-029", async () => {
    const { code, envelope } = await send("POST", "/admin/add-team-member", staff, MEMBER);
    expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ENVELOPE, 1]);
    const { password: _password, ...shown } = MEMBER;
    expect(envelope.data).toEqual({ id: expect.any(Number), ...shown });
    expect(await signIn(MEMBER.email, MEMBER.password)).toBe(200);
    expect(JSON.stringify((await send("GET", "/admin/get-team-member-list", staff)).envelope)).not.toContain(
      MEMBER.password,
    );
  });

  it("returns one member without a password @7-031", async () => {
    const { id, email } = await addedMember();
    const { code, envelope } = await send("GET", `/admin/team-member-info/${id}`, staff);
    expect([code, fieldsOf(envelope)]).toEqual([200, ENVELOPE]);
    expect(envelope.data).toEqual({ id, name: MEMBER.name, email, type: "Team" });
  });

  it("changes a member by tmId; an empty password keeps the old one @5-010 @7-032", async () => {
    const { id, email } = await addedMember();
    const body = { tmId: id, name: "Renamed", email, password: "", type: "Manager" };
    const { code, envelope } = await send("POST", "/admin/update-team-member", staff, body);
    expect([code, envelope.status, envelope.message !== ""]).toEqual([200, 1, true]);
    expect(envelope.data).toEqual({ id, name: "Renamed", email, type: "Manager" });
    expect(await signIn(email, MEMBER.password)).toBe(200);
    const renewed = { ...body, password: "another wire horse" };
    expect((await send("POST", "/admin/update-team-member", staff, renewed)).code).toBe(200);
    expect([await signIn(email, MEMBER.password), await signIn(email, renewed.password)]).toEqual([401, 200]);
  });

  it("removes a member by teamMemberId and ends their sessions @7-030 @8-014", async () => {
    const { id, email } = await addedMember();
    const { envelope: own } = await send("POST", "/admin/admin-login", {}, { email, password: MEMBER.password });
    const { code, envelope } = await send("PUT", "/admin/delete-team-member", staff, { teamMemberId: id });
    expect([code, envelope.status, envelope.message]).toEqual([200, 1, "Team member deleted successfully."]);
    expect((await send("GET", "/user_info", { Authorization: own.jwtToken })).code).toBe(401);
    expect(await signIn(email, MEMBER.password)).toBe(401);
    const { envelope: list } = await send("GET", "/admin/get-team-member-list", staff);
    expect(list.data.map((member: Envelope) => member.id)).not.toContain(id);
  });
});

describe("ids and row numbers", () => {
  it("are accepted as text too, as routes and forms carry them", async () => {
    const { id, email } = await addedMember();
    const changed = { tmId: String(id), name: "Renamed", email, password: "", type: "Manager" };
    const { order_id: orderId } = await intake(program);
    const sent = await Promise.all([
      send("POST", "/admin/update-team-member", staff, changed),
      send("PUT", "/admin/move-order-status", staff, { orderId: String(orderId), updatingStatus: "Deleted" }),
      send("POST", "/admin/search-order", staff, { start: "0", end: "10", searchVal: "", folderName: "newOrder" }),
    ]);
    expect(sent.map(({ code, envelope }) => [code, envelope.status])).toEqual(Array(3).fill([200, 1]));
    const pack = await send("POST", "/admin/get-defence-pack-pdf", staff, { orderId, defencePackType: "1" });
    expect([pack.code, pack.envelope.errors ?? null]).toEqual([422, null]);
    const removed = await send("PUT", "/admin/delete-team-member", staff, { teamMemberId: String(id) });
    expect([removed.code, removed.envelope.status]).toEqual([200, 1]);
  });

  it.each([
    ["update-team-member", "tmId", "four", "This is not an id."],
    ["get-defence-pack-pdf", "defencePackType", "3", "The defence pack must be 1 or 2."],
    ["search-order", "start", "-1", "start must be a whole number, 0 or greater."],
    [
      "payment-gateway-setting",
      "gatewayId",
      2,
      "Send the id of the gateway encoded: doubled, in base64, without padding (2 is NA).",
    ],
  ])("%s says what is wrong with %s %j", async (path, field, value, sentence) => {
    const { code, envelope } = await send("POST", `/admin/${path}`, staff, { [field]: value });
    const error = envelope.errors.find((each: Envelope) => each.path === field);
    expect([code, error?.message]).toEqual([400, sentence]);
  });
});

describe("the gateways", () => {
  const gateways = async () => (await send("GET", "/admin/payment-gateways", staff)).envelope.data as Envelope[];

  it("are listed with id, gateway_name and is_active, '1' for exactly one @3-038 @3-039 @7-025", async () => {
    const { code, envelope } = await send("GET", "/admin/payment-gateways", staff);
    expect([code, fieldsOf(envelope)]).toEqual([200, ENVELOPE]);
    for (const gateway of envelope.data) expect(fieldsOf(gateway)).toEqual(["gateway_name", "id", "is_active"]);
    const active = envelope.data.map((gateway: Envelope) => gateway.is_active);
    expect(active.sort()).toEqual(["0", "0", "1"]);
  });

  it("are switched by an encoded gatewayId, which applies to new checkouts @3-039 @4-028 @7-026 @7-027", async () => {
    const other = (await gateways()).find(({ is_active }) => is_active === "0");
    const body = { gatewayId: encoded(other?.id ?? 0) };
    const { code, envelope } = await send("POST", "/admin/payment-gateway-setting", staff, body);
    expect([code, fieldsOf(envelope), envelope.status, envelope.message !== ""]).toEqual([200, ENVELOPE, 1, true]);
    const active = (await gateways()).filter(({ is_active }) => is_active === "1");
    expect(active.map(({ id }) => id)).toEqual([other?.id]);
    const asked = await send("GET", "/intake/active-gateway", { Authorization: `Bearer ${INTAKE_KEY}` });
    expect(asked.envelope.data.id).toBe(other?.id);
  });

  it("are only switched to an existing gateway @5-004", async () => {
    const before = await gateways();
    for (const gatewayId of ["", undefined]) {
      const { code, envelope } = await send("POST", "/admin/payment-gateway-setting", staff, { gatewayId });
      expect([code, envelope.status, envelope.message]).toEqual([400, 0, "Please select gateway."]);
    }
    expect((await send("POST", "/admin/payment-gateway-setting", staff, { gatewayId: "!" })).code).toBe(400);
    expect((await send("POST", "/admin/payment-gateway-setting", staff, { gatewayId: encoded(999) })).code).toBe(404);
    expect(await gateways()).toEqual(before);
  });
});

describe("the countries", () => {
  const report = (body: object) => send("POST", "/admin/get-country-order-count", staff, body);

  it("are counted with and without fromDate and toDate, in rows of the specified fields @3-040 @3-043 @7-024", async () => {
    await intake(program, { nationality: "FR" });
    await intake(program, { nationality: "FR", processing_mode: "Priority" });
    await intake(program, { nationality: "FR", arrival_date: "2099-01-01" });
    const { code, envelope } = await report({});
    expect([code, fieldsOf(envelope), envelope.status]).toEqual([200, ENVELOPE, 1]);
    const row = envelope.data.find((each: Envelope) => each.nationality === "France");
    expect(row).toEqual({
      nationality: "France",
      count: 3,
      standard_count: 1,
      priority_count: 1,
      future_count: 1,
    });
    const day = new Date().toISOString().slice(0, 10);
    expect((await report({ fromDate: "2020-01-01", toDate: day })).envelope.data).toContainEqual(row);
    expect((await report({ fromDate: "2020-01-01", toDate: "2020-12-31" })).envelope.data).toEqual([]);
    expect((await report({ fromDate: "2098-01-01" })).envelope.data).toEqual([]);
  });

  it("are not counted if fromDate is after toDate @5-025", async () => {
    const { code, envelope } = await report({ fromDate: "2026-03-02", toDate: "2026-03-01" });
    expect([code, envelope.status, envelope.message]).toEqual([400, 0, "From date must be before To date."]);
  });
});

it("transaction details are saved with orderId, transactionId and merchantName, and shown in the order @3-026 @7-023", async () => {
  const { order_id: orderId } = await intake(program);
  const body = { orderId, transactionId: "ch_wire", merchantName: "Wire Merchant" };
  const { code, envelope } = await send("POST", "/admin/save-transaction-details", staff, body);
  expect([code, fieldsOf(envelope), envelope.status, envelope.message !== ""]).toEqual([200, ENVELOPE, 1, true]);
  const saved = { order_id: orderId, transaction_id: "ch_wire", merchant_name: "Wire Merchant" };
  expect(envelope.data).toEqual(saved);
  const details = await send("GET", `/admin/get-orders-details/${orderId}`, staff);
  expect(details.envelope.data).toMatchObject(saved);
});
