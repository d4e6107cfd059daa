import type { Page } from "@playwright/test";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { percentiles } from "../measure.ts";
import type { KeyMeasurement } from "./keys.ts";

const ROUNDS = 20;
/** Orders of this queue are moved to the other status and back. */
const LIST = { path: "/admin/completed-order", call: "completedOrder" };
const MOVED: { button: string; status: OrderStatus; from: OrderStatus } = {
  button: "Move to Awaiting Govt",
  status: "AwaitingGovt",
  from: "Completed",
};

/** What is on the screen when a step is done: the page's heading and an element. */
interface Sight {
  heading: string;
  element: string;
}

interface Call {
  method: "GET" | "PUT";
  path: string;
  body?: unknown;
}

/** Opens orders from a list, moves them and goes back, timed from the key to the painted result. */
export async function measureOrders(page: Page): Promise<KeyMeasurement[]> {
  const head = recorder("head of an order opened from a list");
  const whole = recorder("opening an order: everything above the fold");
  const move = recorder("moving an order");
  const back = recorder("going back to the list");
  await page.goto(new URL(LIST.path, page.url()).href);
  const view = page.getByRole("link", { name: /^View order/ });
  await view.first().waitFor();
  const rows = await view.count();
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";

  for (let round = 0; round < ROUNDS; round += 1) {
    const link = view.nth(round % rows);
    const id = Number(/\d+/.exec((await link.getAttribute("aria-label")) ?? "")?.[0]);
    const heading = `Order ${id}`;
    const orderCall: Call = { method: "GET", path: `/api/admin/get-orders-details/${id}` };
    await link.focus();
    const opened = await watch(page, [
      { heading, element: "header [data-status]" },
      { heading, element: "fieldset button" },
    ]);
    await page.keyboard.press("Enter");
    const [headAt, wholeAt] = await opened();
    await settled(page);
    const orderFloor = await floorOf(page, orderCall);
    head.add(headAt, orderFloor);
    whole.add(wholeAt, orderFloor);

    await page.getByRole("button", { name: MOVED.button }).focus();
    const moved = await watch(page, [{ heading, element: `header [data-status=${JSON.stringify(MOVED.status)}]` }]);
    await page.keyboard.press("Enter");
    const [movedAt] = await moved();
    await settled(page);
    const undo = { orderId: id, updatingStatus: MOVED.from };
    move.add(movedAt, await floorOf(page, { method: "PUT", path: "/api/admin/move-order-status", body: undo }));
    await page.locator(`header [data-status=${JSON.stringify(MOVED.from)}]`).waitFor();
    await settled(page);

    const returned = await watch(page, [{ heading: title, element: "tr[data-order] a[data-open]" }]);
    await page.keyboard.press("Shift");
    await page.evaluate(() => history.back());
    const [backAt] = await returned();
    await settled(page);
    const listCall = `/api/admin/get-orders-list/${LIST.call}?page=1&limit=${rows}&delay=1`;
    back.add(backAt, await floorOf(page, { method: "GET", path: listCall }));
  }
  return [head, whole, move, back].map((each) => each.measurement());
}

function recorder(name: string) {
  const times: number[] = [];
  const floors: number[] = [];
  return {
    add(time: number | undefined, floor: number): void {
      times.push(time ?? Number.NaN);
      floors.push(floor);
    },
    measurement(): KeyMeasurement {
      const { p50, p95 } = percentiles(times);
      const floor = Math.max(1, Math.round(percentiles(floors).p50));
      return { name, count: times.length, p50: Math.round(p50), p95: Math.round(p95), floor };
    },
  };
}

/** Waits until every part of the page is rendered and no call is running. */
async function settled(page: Page): Promise<void> {
  const list = page.locator('main table[aria-busy="false"]');
  await list
    .or(page.getByRole("heading", { name: "Comment History" }))
    .first()
    .waitFor();
  await page.locator("[data-progress]").waitFor({ state: "detached" });
}

/** The milliseconds from the next key press to the frame after the one that drew each sight. */
async function watch(page: Page, sights: Sight[]): Promise<() => Promise<number[]>> {
  await page.evaluate((sights) => {
    const state = globalThis as unknown as { sights: Promise<number>[] };
    let keyAt: number | undefined;
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        keyAt = timeStamp;
      },
      { capture: true, once: true },
    );
    const main = document.querySelector("main");
    if (main === null) throw new Error("no page");
    state.sights = sights.map(
      ({ heading, element }) =>
        new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            const pressedAt = keyAt;
            const isShown = main.querySelector("h1")?.textContent === heading && main.querySelector(element) !== null;
            if (pressedAt === undefined || !isShown) return;
            observer.disconnect();
            // Two frames: the first runs before the paint of this change, the second after it.
            requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - pressedAt)));
          });
          observer.observe(main, { childList: true, subtree: true, characterData: true, attributes: true });
        }),
    );
  }, sights);
  return async () =>
    await page.evaluate(() => Promise.all((globalThis as unknown as { sights: Promise<number>[] }).sights));
}

/** The time of the same call made by the page without rendering. */
async function floorOf(page: Page, call: Call): Promise<number> {
  return await page.evaluate(async ({ method, path, body }) => {
    const { accessToken } = JSON.parse(localStorage.getItem("user") ?? "{}") as { accessToken: string };
    const began = performance.now();
    const response = await fetch(path, {
      method,
      headers: { authorization: accessToken, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await response.json();
    return performance.now() - began;
  }, call);
}
