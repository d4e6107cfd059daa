import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Gateway } from "#contract/gateways/gateways.ts";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { call, intake } from "#test/support/client.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ environment: { PAYMENT_GATEWAYS: "Stripe,PayPal,Checkout.com" } });
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());

const list = async () =>
  (await call<Gateway[]>(program.address, "GET", "/api/admin/payment-gateways", { token })).body.data;
const activate = (gatewayId: unknown, as = token) =>
  call<Gateway>(program.address, "POST", "/api/admin/payment-gateway-setting", { token: as, body: { gatewayId } });
const activeNames = async () =>
  (await list()).filter(({ is_active }) => is_active === "1").map((each) => each.gateway_name);

interface ActivityRow extends Record<string, unknown> {
  type: string;
  data: { gateway_name: string; previous: string | null };
  name: string;
}
async function activityRows(): Promise<ActivityRow[]> {
  const result = await program.db.execute<ActivityRow>(
    sql`select e.type, p.data, m.name from audit_events e join audit_payloads p on p.event_id = e.id
          join members m on m.id = e.actor_id where e.type = 'gateway-activated' order by e.id`,
  );
  return result.rows;
}

beforeEach(async () => {
  await program.db.execute(sql`update gateways set is_active = false where is_active`);
  await program.db.execute(sql`update gateways set is_active = true where name = 'Stripe'`);
});

describe("the gateways", () => {
  it("are listed by id, the active one marked '1'", async () => {
    expect(await list()).toEqual([
      { id: 1, gateway_name: "Stripe", is_active: "1" },
      { id: 2, gateway_name: "PayPal", is_active: "0" },
      { id: 3, gateway_name: "Checkout.com", is_active: "0" },
    ]);
  });

  it("are switched: the chosen one is the only active one, and the audit log has the actor", async () => {
    const before = await activityRows();
    const { code, body } = await activate(encodeOrderId(2));
    expect([code, body.status, body.message]).toEqual([200, 1, GATEWAY_MESSAGES.gatewayActivated]);
    expect(body.data).toEqual({ id: 2, gateway_name: "PayPal", is_active: "1" });
    expect(await activeNames()).toEqual(["PayPal"]);
    expect((await activityRows()).slice(before.length)).toEqual([
      {
        type: "gateway-activated",
        data: { gateway_id: 2, gateway_name: "PayPal", previous: "Stripe" },
        name: "Manager Member",
      },
    ]);
  });

  it("apply to new checkouts only: orders keep the gateway they were paid with @1-012", async () => {
    const { order_id: id } = await intake(program);
    await activate(encodeOrderId(3));
    const asked = await call<Gateway>(program.address, "GET", "/api/intake/active-gateway", { token: INTAKE_KEY });
    expect(asked.body.data.gateway_name).toBe("Checkout.com");
    const nameOf = async (order: number) =>
      (await call<OrderDetails>(program.address, "GET", `/api/admin/get-orders-details/${order}`, { token })).body.data
        .gateway_name;
    expect(await nameOf(id)).toBe("Stripe");
    expect(await nameOf((await intake(program)).order_id)).toBe("Checkout.com");
  });

  it("return success for the active one and write nothing", async () => {
    const before = await activityRows();
    const { code, body } = await activate(encodeOrderId(1));
    expect([code, body.status, body.message]).toEqual([200, 1, GATEWAY_MESSAGES.gatewayAlready]);
    expect(body.data.is_active).toBe("1");
    expect(await activityRows()).toEqual(before);
  });

  it("have one active one after many concurrent switches, each logged or without effect", async () => {
    const before = (await activityRows()).length;
    const answers = await Promise.all([2, 3, 2, 3, 1, 2, 3, 1].map((id) => activate(encodeOrderId(id))));
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
    const changed = answers.filter(({ body }) => body.message === GATEWAY_MESSAGES.gatewayActivated).length;
    const logged = (await activityRows()).slice(before);
    expect(logged).toHaveLength(changed);
    // Serialized: each switch starts from the gateway that the previous one activated.
    const names = ["Stripe", ...logged.map(({ data }) => data.gateway_name)];
    expect(logged.map(({ data }) => data.previous)).toEqual(names.slice(0, -1));
    expect(await activeNames()).toEqual(names.slice(-1));
  });

  it.each([undefined, null, "", "   "])("require a choice (%j)", async (gatewayId) => {
    const { code, body } = await activate(gatewayId);
    expect([code, body.message, body.errors?.[0]?.path]).toEqual([400, "Please select gateway.", "gatewayId"]);
  });

  it.each([2, "2", "nonsense", "Mg==", "=".repeat(3), "💳"])(
    "refuse %j, which is not an encoded id",
    async (gatewayId) => {
      const { code, body } = await activate(gatewayId);
      expect([code, body.message, body.errors?.[0]?.path]).toEqual([
        400,
        GATEWAY_MESSAGES.gatewayIdNotEncoded,
        "gatewayId",
      ]);
      expect(await activeNames()).toEqual(["Stripe"]);
    },
  );

  it("refuse an encoded id that no gateway can have", async () => {
    const { code, body } = await activate(encodeOrderId(2 ** 31));
    expect([code, body.message, body.errors?.[0]?.path]).toEqual([400, GATEWAY_MESSAGES.gatewayUnknown, "gatewayId"]);
  });

  it("return 404 for an unknown one", async () => {
    const { code, body } = await activate(encodeOrderId(77));
    expect([code, body.message]).toEqual([404, GATEWAY_MESSAGES.gatewayUnknown]);
    expect(await activeNames()).toEqual(["Stripe"]);
  });

  it.each(["Team", "Telecaller", "Night Staff"] as const)(
    "can't be switched by a %s, whatever is sent",
    async (role) => {
      const as = await program.signIn(role);
      for (const gatewayId of [encodeOrderId(2), ""]) {
        const { code, body } = await activate(gatewayId, as);
        expect([code, body.code]).toEqual([403, "forbidden"]);
      }
      expect(await activeNames()).toEqual(["Stripe"]);
    },
  );
});
