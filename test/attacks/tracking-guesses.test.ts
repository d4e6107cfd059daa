import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { call, intake } from "../support/client.ts";
import { startTestProgram, type TestProgram } from "../support/test-program.ts";

/** An attacker guesses pairs of order and e-mail from many IP addresses while the owner uses the order. */
let program: TestProgram;
let orderId: number;
const OWNER = "owner@example.com";

beforeAll(async () => {
  program = await startTestProgram({ environment: { TRUSTED_PROXIES: "127.0.0.1", METRICS_TOKEN: "m".repeat(16) } });
});
afterAll(() => program.stop());
beforeEach(async () => {
  await program.database.pool.query("delete from rate_limits");
  orderId = (await intake(program, { email: OWNER })).order_id;
});

async function track(ip: string, id: number, email: string): Promise<number> {
  const { code, body, headers } = await call(program.address, "POST", "/api/front/track-order", {
    headers: { "x-forwarded-for": ip },
    body: { orderId: id, email },
  });
  if (code === 429) {
    expect(body.message).toBe(MESSAGES.rateLimited);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  return code;
}

/** A distinct IPv4 address for each number. */
const ipv4 = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`;
const repeat = async (times: number, work: (n: number) => Promise<number>) => {
  const codes: number[] = [];
  for (let n = 0; n < times; n += 1) codes.push(await work(n));
  return codes;
};
const count = (codes: number[], code: number) => codes.filter((each) => each === code).length;

describe("guessing the order of a known e-mail", () => {
  it("is refused after twenty wrong attempts from any addresses", async () => {
    const codes = await repeat(25, (n) => track(ipv4(n), 900_000 + n, OWNER));
    expect(codes).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
  });

  it("still admits the owner, and allows each network three attempts", async () => {
    await repeat(20, (n) => track(ipv4(n), 900_000 + n, OWNER));
    expect(await track("203.0.113.9", orderId, OWNER)).toBe(200);
    // Two mistakes and then the owner, from one address.
    await repeat(2, (n) => track("203.0.113.10", 910_000 + n, OWNER));
    expect(await track("203.0.113.10", orderId, OWNER)).toBe(200);
    // A network's fourth guess is refused even if it is right, also from another /64 of the same /48.
    await repeat(3, (n) => track(`2001:db8:7:${n}::1`, 920_000 + n, OWNER));
    expect(await track("2001:db8:7:99::1", orderId, OWNER)).toBe(429);
    expect(await track("2001:db8:8::1", orderId, OWNER)).toBe(200);
  });
});

describe("guessing the e-mail of a known order", () => {
  it("is refused after ten wrong attempts in an hour, while the owner is admitted", async () => {
    const codes = await repeat(13, (n) => track(ipv4(n), orderId, `guess${n}@example.com`));
    expect(codes).toEqual([...Array(10).fill(404), ...Array(3).fill(429)]);
    expect(await track("203.0.113.9", orderId, OWNER)).toBe(200);
  });

  it("is refused after twenty in a day", async () => {
    await repeat(10, (n) => track(ipv4(n), orderId, `guess${n}@example.com`));
    await program.database.pool.query("delete from rate_limits where key like 'track-order-hour:%'");
    const codes = await repeat(12, (n) => track(ipv4(100 + n), orderId, `more${n}@example.com`));
    expect(count(codes, 404)).toBe(10);
    await program.database.pool.query("delete from rate_limits where key like 'track-order-hour:%'");
    expect(await track(ipv4(200), orderId, "last@example.com")).toBe(429);
    expect(await track("203.0.113.9", orderId, OWNER)).toBe(200);
  });
});

describe("guessing from one network", () => {
  it("is limited to ten attempts per address and order, which a success clears", async () => {
    await repeat(9, (n) => track("203.0.113.9", orderId, `typo${n}@example.com`));
    expect(await track("203.0.113.9", orderId, OWNER)).toBe(200);
    const codes = await repeat(11, () => track("203.0.113.9", 930_000, "typo@example.com"));
    expect(codes).toEqual([...Array(10).fill(404), 429]);
  });

  it("is limited to a hundred attempts per /48, over all of its networks", async () => {
    const codes = await repeat(105, (n) => track(`2001:db8:5:${n}::1`, 940_000 + n, `guess${n}@example.com`));
    expect(codes).toEqual([...Array(100).fill(404), ...Array(5).fill(429)]);
    expect(await track("2001:db8:5:ffff::1", orderId, OWNER)).toBe(429);
    expect(await track("2001:db8:6::1", orderId, OWNER)).toBe(200);
  });
});

it("counts every failed attempt in the metrics", async () => {
  const read = async () => {
    const response = await fetch(`${program.address}/metrics`, {
      headers: { authorization: `Bearer ${"m".repeat(16)}` },
    });
    const text = await response.text();
    const value = (kind: string) =>
      Number(new RegExp(`^tracking_failures_total\\{kind="${kind}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0);
    return { wrong: value("wrong"), limited: value("limited") };
  };
  const before = await read();
  await repeat(11, () => track("203.0.113.9", orderId, "typo@example.com"));
  await track("203.0.113.10", orderId, "typo@example.com");
  const after = await read();
  expect([after.wrong - before.wrong, after.limited - before.limited]).toEqual([10, 2]);
});
