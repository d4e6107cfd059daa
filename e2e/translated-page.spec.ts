import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { uploadDocument } from "./support/answers.ts";
import { buttonOf, openList, rowOf, rowsOf, shownIds } from "./support/lists.ts";
import { openOrder, orderDetails, region } from "./support/order-page.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";
import { translate } from "./support/translated-page.ts";

// A browser that translates the page replaces its texts. What stays or acts must be what is shown.

/** What each row shows, and what its controls act on. */
const rowFacts = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => {
      const label = (selector: string) => row.querySelector(selector)?.getAttribute("aria-label")?.replace(/\D/g, "");
      const text = (column: string) => row.querySelector(`[data-column=${column}]`)?.textContent?.trim();
      const path = row.querySelector<HTMLAnchorElement>("a[data-open]")?.pathname.split("/").pop() ?? "";
      return {
        shown: text("order_id"),
        name: text("full_name"),
        email: text("email"),
        acts: [label("input[type=checkbox]"), label("a[data-open]"), label("button"), String(Number(atob(path)) / 2)],
      };
    }),
  );

/** That every row shows the order that its controls act on. */
async function expectRowsAgree(page: Page, orders: ReadonlyMap<string, string>, ids: readonly number[]): Promise<void> {
  await expect.poll(() => shownIds(page)).toEqual(ids);
  for (const { shown = "", name, email, acts } of await rowFacts(page)) {
    expect({ shown, name, email }).toEqual({
      shown,
      name: orders.get(shown),
      email: `${orders.get(shown)?.replaceAll(" ", ".").toLowerCase()}@example.com`,
    });
    expect([shown, ...acts.slice(1)]).toEqual([acts[0], acts[0], acts[0], acts[0]]);
  }
}

test("rows show the orders they act on after page turns, sorts, searches, selections, moves and live changes", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const orders = new Map<string, string>();
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const full_name = `${name} ${String.fromCharCode(65 + n)}`;
    const id = await intake({ full_name, email: `${full_name.replace(" ", ".").toLowerCase()}@example.com` });
    orders.set(String(id), full_name);
    ids.push(id);
  }
  const token = await signInAs("Manager");
  await openList(page, "/admin/recent-order", name);
  await translate(page);
  await expectRowsAgree(page, orders, ids.slice(0, 10));

  await page.getByRole("button", { name: "Next page" }).click();
  await expectRowsAgree(page, orders, ids.slice(10));
  await page.getByRole("button", { name: "Previous page" }).click();
  await expectRowsAgree(page, orders, ids.slice(0, 10));
  const byName = page.getByRole("columnheader", { name: "Name" }).getByRole("button");
  await byName.click();
  await expectRowsAgree(page, orders, ids.slice(0, 10));
  await byName.click();
  await expectRowsAgree(page, orders, ids.toReversed().slice(0, 10));
  await byName.click();
  const [first = 0, second = 0] = ids;
  await page.getByRole("searchbox").fill(`${name} B`);
  await expectRowsAgree(page, orders, [second]);
  await page.getByRole("searchbox").fill(name);
  await expectRowsAgree(page, orders, ids.slice(0, 10));

  await rowOf(page, first).getByRole("checkbox").check();
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
  await rowOf(page, second).getByRole("checkbox").check();
  await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
  await rowOf(page, first).getByRole("checkbox").uncheck();
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
  await buttonOf(page, "Move selected").click();
  await page.getByRole("menuitem", { name: "Move to Customer Called" }).click();
  await expect(toastOf(page, /./)).toBeVisible();
  expect((await orderDetails(request, token, second)).process_status).toBe("Customer Called");
  expect((await orderDetails(request, token, first)).process_status).toBe("New");
  await expectRowsAgree(page, orders, [first, ...ids.slice(2, 11)]);

  // A colleague's move: the row keeps its place and says what became of its order.
  const [, , third = 0, fourth = 0] = ids;
  await changeStatus(request, token, [third], "Awaiting");
  await expect(rowOf(page, third)).toContainText(/Moved to Awaiting/);
  await rowOf(page, fourth)
    .getByRole("button", { name: `Delete order ${fourth}` })
    .click();
  await expect(page.getByRole("dialog", { name: new RegExp(String(fourth)) })).toContainText(
    orders.get(String(fourth)) ?? "",
  );
  await page.keyboard.press("Escape");
  await rowOf(page, fourth).getByRole("link", { name: /^View/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${fourth}`);
});

test("an order shows its status, its number and its comments as they become", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake({ full_name: ownName() });
  const other = await intake({ full_name: ownName() });
  const token = await signInAs("Manager");
  await openOrder(page, id);
  await translate(page);
  const badge = page.getByRole("main").locator("[data-status]").first();
  const count = page.getByRole("link", { name: /^Customer Called/ });
  await expect(badge).toHaveText("New");
  await page.getByRole("button", { name: "Move to Customer Called" }).click();
  await expect(badge).toHaveText("Customer Called");
  const counts = await request.get("/api/admin/get-folder-count", { headers: { authorization: token } });
  await expect(count).toContainText(String((await counts.json()).data.customerCalledCount));
  await page.getByRole("button", { name: "Move to Awaiting Response" }).click();
  await expect(badge).toHaveText("Awaiting Response");
  await page.getByRole("textbox", { name: "Comment" }).fill("Rang twice");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(region(page, "Comment History")).toContainText("Rang twice");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(String(other));
  await page
    .getByRole("option", { name: new RegExp(String(other)) })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${other}`);
  await expect(badge).toHaveText("New");
});

test("a member's new name and type are shown, and the form holds that member", async ({ page, signInAs }) => {
  const token = await signInAs("Admin");
  const word = ownName();
  const data = {
    name: `${word} A`,
    email: `${word}@staff.example`.toLowerCase(),
    type: "Team",
    password: "quiet lagoon 4",
  };
  await page.request.post("/api/admin/add-team-member", { headers: { authorization: token }, data });
  await page.goto("/admin/manage-team");
  const row = page.getByRole("row").filter({ hasText: word });
  await expect(row).toContainText(`${word} A`);
  await translate(page);
  await row
    .getByRole("button", { name: /^Edit/ })
    .or(row.getByRole("link", { name: /^Edit/ }))
    .click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`${word} A`);
  await page.getByRole("textbox", { name: "Name" }).fill(`${word} B`);
  await page.getByRole("main").getByRole("combobox", { name: "Member Type" }).selectOption("Telecaller");
  await page.getByRole("main").getByRole("button", { name: "Save Member" }).click();
  await expect(row).toContainText(`${word} B`);
  await expect(row).toContainText("Telecaller");
});

test.describe("a wrong address", () => {
  test.use({ expectedErrors: ["the server responded with a status of 404"] });
  test("the customer's page shows the download that was made", { tag: "@core" }, async ({
    page,
    request,
    signInAs,
    intake,
  }) => {
    const email = `${ownName().toLowerCase()}@example.com`;
    const id = await intake({ email });
    const token = await signInAs("Team");
    await uploadDocument(request, token, id, email);
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await translate(page);
    await page.getByLabel("Email ID").fill("nobody@example.com");
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await page.getByLabel("Email ID").fill(email);
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
    const found = page.locator(".visitor-toasts").getByText(/./).first();
    await expect(found).toHaveText("Your order was found.");
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await expect(found).not.toHaveText("Your order was found.");
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
    const download = page.waitForEvent("download");
    await page.getByText("Download Now").click();
    await download;
    await expect(page.getByRole("row").filter({ hasText: String(id) })).toHaveCount(1);
  });
});
