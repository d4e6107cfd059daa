import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CORRECTABLE_FIELDS, type CorrectableField } from "#contract/corrections/correction-fields.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Who may correct what, written by hand from decision record 0090, with a new value for each field. */
const MANAGERS: readonly Role[] = ["Admin", "Manager"];
const IDENTITY: readonly Role[] = ["Admin", "Manager", "Team", "Night Staff"];
const EXPECTED: Record<CorrectableField, { value: string; roles: readonly Role[] }> = {
  full_name: { value: "Ana Pereyra", roles: IDENTITY },
  nationality: { value: "Spain", roles: IDENTITY },
  passport_number: { value: "P7654312", roles: IDENTITY },
  sex: { value: "Female", roles: IDENTITY },
  date_of_birth: { value: "1990-05-02", roles: IDENTITY },
  arrival_date: { value: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10), roles: IDENTITY },
  phone_code: { value: "+34", roles: ROLES },
  telephone_number: { value: "600 111 222", roles: ROLES },
  travel_mode: { value: "Sea", roles: ROLES },
  flight_number: { value: "UL 504", roles: ROLES },
  port_of_departure: { value: "Madrid", roles: ROLES },
  port_of_arrival: { value: "Colombo", roles: ROLES },
  purpose_of_visit: { value: "Business", roles: ROLES },
  place_of_stay: { value: "1 Beach Road", roles: ROLES },
  processing_mode: { value: "Priority", roles: MANAGERS },
};

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it("has a row for every field that can be corrected", () => {
  expect(Object.keys(EXPECTED).sort()).toEqual([...CORRECTABLE_FIELDS].sort());
});

describe.each(ROLES)("a %s", (role) => {
  it.each(Object.entries(EXPECTED))("corrects %s if the role may, and requests it otherwise", async (field, given) => {
    const as = correctionCalls(program, await program.signIn(role));
    const { order_id: id } = await intake(program);
    const { code, body } = await as.correct(id, { [field]: given.value });
    const isAllowed = given.roles.includes(role);
    expect(code).toBe(isAllowed ? 200 : 403);
    const { facts_version, submitted } = await as.details(id);
    expect([facts_version, submitted === null]).toEqual(isAllowed ? [2, false] : [1, true]);
    if (isAllowed) return;
    expect([body.code, body.errors]).toEqual(["forbidden", [{ path: `fields.${field}`, message: MESSAGES.forbidden }]]);
    const asked = await as.request(id, { [field]: given.value });
    expect(asked.code).toBe(200);
    expect((await as.decide(asked.body.data.id, true)).code).toBe(403);
    const manager = correctionCalls(program, await program.signIn("Manager"));
    expect((await manager.decide(asked.body.data.id, true)).code).toBe(200);
    expect((await as.details(id)).facts_version).toBe(2);
  });
});

it("refuses all fields of a correction when the role may not correct one of them", async () => {
  const telecaller = correctionCalls(program, await program.signIn("Telecaller"));
  const { order_id: id } = await intake(program);
  const { code, body } = await telecaller.correct(id, { flight_number: "UL 504", passport_number: "X1" });
  expect([code, body.message]).toEqual([403, "Your role can't correct Passport No.; you can request it instead."]);
  expect((await telecaller.details(id)).facts_version).toBe(1);
});

it.each([
  [{ sex: "zebra" }, "Sex must be Male or Female or Other."],
  [{ travel_mode: "Rocket" }, "Mode of Arrival must be Air or Sea."],
])("refuses what the authority's form has no choice for, whoever corrects: %j", async (fields, message) => {
  const admin = correctionCalls(program, await program.signIn("Admin"));
  const { order_id: id } = await intake(program, { sex: "zebra", travel_mode: "Rocket" });
  const { code, body } = await admin.correct(id, { ...fields, flight_number: "UL 504" });
  expect([code, body.errors?.map((each) => each.message)]).toEqual([400, [message]]);
  expect((await admin.correct(id, { sex: "f", travel_mode: "by sea" })).code).toBe(200);
});
