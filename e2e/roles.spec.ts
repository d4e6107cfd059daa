import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { changeOrderStatus, listOrders, searchOrders } from "#contract/orders/orders.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refusals that these tests request.
test.use({ expectedErrors: ["Failed to load resource"] });

const HISTORY = "Order History";
const SIDEBAR = [
  "Open Orders",
  "Disputes",
  "Dashboard",
  "New Orders",
  "Priority Order",
  "Pending Orders",
  "Completed Orders",
  "Contact Customer",
  "Awaiting Customer",
  "Awaiting Govt",
  "Customer Called",
  HISTORY,
  "Future Orders",
  "Deleted Orders",
  "Refunds",
  "Country Order List",
  "Manage Team",
  "Gateway Setting",
  "Change Password",
];

/** The differences between the roles (decision record 0021), written by hand. */
const RIGHTS: Record<Role, { deletes: boolean; purges: boolean; seesHistory: boolean }> = {
  Admin: { deletes: true, purges: true, seesHistory: true },
  Manager: { deletes: true, purges: false, seesHistory: true },
  Team: { deletes: false, purges: false, seesHistory: true },
  Telecaller: { deletes: false, purges: false, seesHistory: false },
  "Night Staff": { deletes: false, purges: false, seesHistory: true },
};

async function sidebarLabels(page: Page): Promise<string[]> {
  const texts = await page.getByRole("navigation", { name: "Console" }).getByRole("link").allInnerTexts();
  return texts.map((text) => text.replace(/\s*\d.*$/s, "").trim());
}

/** The buttons of a list whose order is selected, and whether its rows have Delete. */
async function expectListButtons(page: Page, path: string, id: number, expected: Record<string, boolean>) {
  await page.goto(`${path}${path.includes("?") ? "&" : "?"}search=${id}`);
  await expect(page.getByRole("link", { name: `View order ${id}` })).toBeVisible();
  const box = page.getByRole("checkbox", { name: `Select order ${id}` });
  if ((await box.count()) > 0) await box.check();
  for (const [name, isThere] of Object.entries(expected)) {
    await expect(page.getByRole("button", { name, exact: true }), `${name} at ${path}`).toHaveCount(isThere ? 1 : 0);
  }
}

for (const role of ROLES) {
  const { deletes, purges, seesHistory } = RIGHTS[role];

  const tag = role === "Manager" ? "@core" : [];
  test(`a ${role} sees what the role permits and is refused the rest @6-006`, { tag }, async ({ page, desk }) => {
    const [open, refund, deleted] = await desk.intakes({}, {}, {});
    const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const future = await desk.intake({ arrival_date: inAMonth });
    const member = await desk.signIn(role);
    await member.move(refund, "Refunds");
    await member.move(deleted, "Deleted");

    await test.step("the side panel", async () => {
      await page.goto("/admin");
      await expect(desk.heading).toHaveText("New Order");
      await expect(page.getByRole("button", { name: new RegExp(`Welcome.*${role} Member`) })).toBeVisible();
      expect(await sidebarLabels(page)).toEqual(SIDEBAR.filter((label) => label !== HISTORY || seesHistory));
      await expect(desk.sidebar.getByRole("button")).toHaveText("Logout");
    });

    await test.step("the buttons of the lists", async () => {
      await expectListButtons(page, "/admin/recent-order", open, {
        "Delete Order": deletes,
        [`Delete order ${open}`]: deletes,
        "Move selected": true,
      });
      await expectListButtons(page, "/admin/refund-order", refund, {
        "Refunded it": true,
        "Delete Order": deletes,
        [`Delete order ${refund}`]: false,
      });
      await expectListButtons(page, "/admin/deleted-order", deleted, {
        "Delete permanently": purges,
        "Delete Order": false,
      });
      const processing = new Date(Date.parse(inAMonth) - 3 * 86_400_000);
      const month = processing.toLocaleString("en", { month: "short", timeZone: "UTC" });
      await expectListButtons(page, `/admin/future-order?month=${month}`, future, {
        [`Delete order ${future}`]: deletes,
      });
    });

    await test.step("the order's detail", async () => {
      await page.goto(`/admin/view-order/${encodeOrderId(open)}`);
      await expect(page.getByRole("button", { name: "Move to Delete" })).toBeEnabled();
      await page.goto(`/admin/view-order/${encodeOrderId(deleted)}`);
      await expect(page.getByRole("button", { name: /^Undo last move/ })).toBeEnabled();
      await expect(page.getByRole("button", { name: "Delete permanently" })).toHaveCount(purges ? 1 : 0);
    });

    await test.step("a path typed by hand", async () => {
      await page.goto("/admin/order-history");
      await expect(desk.heading).toHaveText(HISTORY);
      const refused = page.getByText("Order History is not open to your role.");
      const rows = page.getByRole("link", { name: /^View order/ });
      if (seesHistory) await expect(rows.first()).toBeVisible();
      else {
        await expect(refused).toBeVisible();
        await expect(desk.list.searchBox).toHaveCount(0);
        await expect(desk.main.getByRole("button")).toHaveCount(0);
      }
      expect((await rows.count()) > 0).toBe(seesHistory);
      await expect(refused).toHaveCount(seesHistory ? 0 : 1);
    });

    await test.step("the calls behind hidden controls", async () => {
      const history = { start: 0, end: 10, searchVal: "perera", folderName: "allOrder" } as const;
      const deletion = { orderId: [deleted], updatingStatus: "Deleted", permanentDeletedFlag: true } as const;
      for (const [answer, isAllowed] of [
        [await member.answer(listOrders, { orderName: "allOrder" }), seesHistory],
        [await member.answer(searchOrders, history), seesHistory],
        [await member.answer(changeOrderStatus, { orderId: [open], updatingStatus: "Deleted" }), deletes],
        [await member.answer(changeOrderStatus, deletion), purges],
      ] as const) {
        expect(answer.status(), answer.url()).toBe(isAllowed ? 200 : 403);
      }
    });
  });
}

test("without a stored user every page of the console leads to the sign-in", async ({ page }) => {
  for (const path of ["/admin", "/admin/recent-order", "/admin/refund-order", `/admin/view-order/MjAwMDAy`]) {
    await page.goto(path);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  }
});

test("every staff call sends the stored token", async ({ page, desk }) => {
  const team = await desk.signIn("Team");
  const seen: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) seen.push(request.headers().authorization);
  });
  await page.goto("/admin");
  await expect(desk.heading).toHaveText("New Order");
  await expect.poll(() => seen.length).toBeGreaterThan(2);
  expect(new Set(seen)).toEqual(new Set([await team.token()]));
});
