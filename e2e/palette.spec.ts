import type { Page } from "@playwright/test";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { breakAnswers } from "./support/looks.ts";
import { changeStatus } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const SEARCH_CALL = "**/api/admin/find-orders";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const palette = (page: Page) => page.getByRole("dialog", { name: "Jump to a page or an order" });
const box = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });

async function openList(page: Page): Promise<void> {
  await page.goto("/admin/recent-order");
  await expect(page.getByRole("link", { name: /^View order/ }).first()).toBeVisible();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
}

/** The option that the box marks as active; read in one call, because it may change in between. */
function activeLine(page: Page): Promise<string> {
  return box(page).evaluate((input) => {
    const line = document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
    return line?.textContent ?? "";
  });
}

test("the palette jumps to a page with the keyboard alone, and Escape returns the focus", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  await intake();
  await signInAs("Team");
  await openList(page);
  const search = page.getByRole("searchbox");
  await search.focus();
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(search).toBeFocused();

  await openPalette(page);
  await page.keyboard.type("awaiting");
  await expect.poll(() => activeLine(page)).toBe("Awaiting Customer");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => activeLine(page)).toBe("Awaiting Govt");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText("Awaiting Govt");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Awaiting Govt");
  await expect(heading(page)).toBeFocused();
});

test("the palette's key works as soon as a closing dialog returns the focus", async ({ page, signInAs, intake }) => {
  const id = await intake();
  await signInAs("Manager");
  await page.goto(`/admin/recent-order?search=${id}`);
  const remove = page.getByRole("button", { name: `Delete order ${id}` });
  await remove.click();
  await expect(page.getByRole("dialog")).toContainText("Are you sure you want to delete?");
  // Faster than a person: the dialog is still fading out.
  await remove.evaluate((button) => {
    const key = () => button.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    button.addEventListener("focus", key, { once: true });
  });
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeFocused();
});

test("the palette opens from the top bar, with the pages a role may see", async ({ page, signInAs, intake }) => {
  await intake();
  await signInAs("Team");
  await openList(page);
  const button = page.getByRole("button", { name: "Jump to a page or an order" });
  await button.click();
  await expect(option(page, "Order History")).toBeVisible();
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await signInAs("Telecaller");
  await openList(page);
  await openPalette(page);
  await expect(option(page, "Future Orders")).toBeVisible();
  await expect(option(page, "Order History")).toBeHidden();
});

test("the palette opens an order by its id, plain and encoded", async ({ page, signInAs, intake }) => {
  const id = await intake();
  await signInAs("Team");
  await openList(page);
  for (const typed of [String(id), encodeOrderId(id)]) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(option(page, new RegExp(`^Open order ${id}`))).toHaveCount(1);
    await expect.poll(() => activeLine(page)).toContain(`Open order ${id}`);
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(`Order ${id}`);
    await page.goto("/admin/recent-order");
    await expect(heading(page)).toHaveText("New Order");
  }
});

test("the palette finds orders by name, e-mail, phone and passport, and shows hostile text as text", {
  tag: "@core",
}, async ({ page, signInAs, intake }) => {
  const name = "<img src=x onerror=alert(1)> Zoë Quill";
  const order = { full_name: name, email: "zoe.quill@example.com", phone_code: "+44", passport_number: "QX99871" };
  const id = await intake({ ...order, telephone_number: "7911 555123" });
  await signInAs("Team");
  await openList(page);
  for (const typed of ["zoe quill", "zoe.quill@exa", "7911555123", "qx99871"]) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(option(page, new RegExp(`order ${id}`, "i"))).toContainText(name);
    await page.keyboard.press("Escape");
  }
  await openPalette(page);
  await page.keyboard.type("zoe quill");
  await expect.poll(() => activeLine(page)).toContain(`Order ${id}`);
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(`Order ${id}`);
});

test("the palette shows that it is searching, found nothing or failed", async ({ page, signInAs, intake }) => {
  await intake({ full_name: "Patient Zimmer" });
  await signInAs("Team");
  await openList(page);
  await openPalette(page);
  const report = palette(page).getByRole("status");
  await page.keyboard.type("z");
  await expect(report).toHaveText("Type at least 2 characters to search orders.");
  const gate = Promise.withResolvers<void>();
  await page.route(SEARCH_CALL, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.keyboard.type("immer");
  await expect(report).toHaveText("Searching orders…");
  gate.resolve();
  await expect(report).toHaveText("1 order found");
  await page.unroute(SEARCH_CALL);
  await box(page).fill("nobody-has-this-name");
  await expect(report).toHaveText("No order found");
  await breakAnswers(page, SEARCH_CALL);
  await box(page).fill("patient zim");
  await expect(report).toContainText("Orders could not be searched.");
  await page.unroute(SEARCH_CALL);
  await palette(page).getByRole("button", { name: "Retry" }).click();
  await expect(report).toHaveText("1 order found");
});

test("without Order History the palette finds orders of every queue, and leads to a queue's own search", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const [id, pending] = [
    await intake({ full_name: "Queue Wanderer" }),
    await intake({ full_name: "Wanderer Unpaid", paid: false }),
  ];
  await changeStatus(request, await signInAs("Manager"), [id], "Customer Called");
  await signInAs("Telecaller");
  await openList(page);
  await openPalette(page);
  await page.keyboard.type("wanderer");
  await expect(option(page, new RegExp(`^Order ${id}`))).toContainText("Customer Called");
  await expect(option(page, new RegExp(`^Order ${pending}`))).toContainText("Pending");
  await expect(option(page, /^Search Order History/)).toHaveCount(0);
  await option(page, "Search Customer Called for “wanderer”").click();
  await expect(page.getByRole("searchbox")).toHaveValue("wanderer");
  await expect(page.getByRole("row").filter({ hasText: String(id) })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("wanderer unpaid");
  await option(page, new RegExp(`^Order ${pending}`)).click();
  await expect(heading(page)).toHaveText(`Order ${pending}`);
});

test("the palette switches the theme, refreshes and signs out", async ({ page, signInAs, intake }) => {
  await intake();
  await signInAs("Team");
  await openList(page);
  await openPalette(page);
  await page.keyboard.type("dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  const refreshed = page.waitForRequest("**/api/admin/get-orders-list/newOrder**");
  await openPalette(page);
  await page.keyboard.type("refresh");
  await page.keyboard.press("Enter");
  await refreshed;
  await openPalette(page);
  await page.keyboard.type("logout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("on an order the palette offers its moves and lists a page of the same name first", async ({
  page,
  signInAs,
  intake,
}) => {
  const id = await intake();
  await signInAs("Team");
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(page.getByRole("button", { name: "Move to Awaiting Govt" })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type("completed");
  // The page comes before the move: a mistyped key must not move an order.
  await expect.poll(() => activeLine(page)).toBe("Completed Orders");
  await box(page).fill("move to awaiting govt");
  await page.keyboard.press("Enter");
  await expect(page.getByText(ORDER_MESSAGES.orderMoved)).toBeVisible();
  await expect(page.getByRole("main").getByText("Awaiting Govt", { exact: true }).first()).toBeVisible();
  await openPalette(page);
  await expect(option(page, "Move to Awaiting Govt")).toHaveCount(0);
  await expect(option(page, "Move to Delete")).toHaveCount(1);
});

test("the palette is loaded on first use and reports a failed load", async ({ page, signInAs, intake }) => {
  await intake();
  await signInAs("Team");
  const fetched: string[] = [];
  // Routed before the page is opened: on a busy machine, an open page may make a request before its route is in place.
  await page.route(/\/assets\/palette-[^/]+\.js$/, (route) => {
    fetched.push(route.request().url());
    return route.abort();
  });
  const stream = page.waitForResponse("**/api/admin/events*");
  await openList(page);
  await stream;
  expect(fetched).toEqual([]);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toContainText("This part of the application could not be loaded.");
  await expect(palette(page).getByRole("button", { name: "Retry" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
});

test.describe("single keys", () => {
  test.beforeEach(async ({ signInAs, intake, page }) => {
    await intake();
    await intake();
    await intake();
    await signInAs("Team");
    await openList(page);
  });

  const links = (page: Page) => page.getByRole("link", { name: /^View order/ });

  test("move through a list, select and open an order", { tag: "@core" }, async ({ page }) => {
    await page.keyboard.press("j");
    await expect(links(page).nth(0)).toBeFocused();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await expect(links(page).nth(2)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("k");
    await expect(links(page).nth(0)).toBeFocused();
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /^Select order/ }).first()).toBeChecked();
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeHidden();
    const name = (await links(page).nth(0).getAttribute("aria-label")) ?? "";
    await page.keyboard.press("o");
    await expect(heading(page)).toHaveText(name.replace("View order", "Order"));
  });

  test("go to the search box and refresh, but are text in a field", async ({ page }) => {
    const refreshed = page.waitForRequest("**/api/admin/get-orders-list/newOrder**");
    await page.keyboard.press("r");
    await refreshed;
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("jkxor?/");
    await expect(page.getByRole("searchbox")).toHaveValue("jkxor?/");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("focus the comment and the file of an order", async ({ page, intake }) => {
    const id = await intake();
    await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
    await expect(heading(page)).toHaveText(`Order ${id}`);
    await expect(page.getByRole("region", { name: "Upload Document" })).toBeVisible();
    await page.keyboard.press("u");
    await expect(page.getByLabel("File", { exact: true })).toBeFocused();
    await page.keyboard.press("c");
    const comment = page.getByRole("textbox", { name: "Comment" });
    await expect(comment).toBeFocused();
    await page.keyboard.type("cu");
    await expect(comment).toHaveValue("cu");
  });

  test("are listed, and stay off in this browser once they are switched off", async ({ page }) => {
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list).toContainText("Go to the search box");
    // They are inactive under a dialog.
    await page.keyboard.press("j");
    await list.getByRole("switch", { name: "Single-key shortcuts" }).uncheck({ force: true });
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.reload();
    await expect(links(page).first()).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("?");
    await expect(links(page).first()).not.toBeFocused();
    await expect(list).toBeHidden();
    // The one with Ctrl stays active and leads to the switch.
    await openPalette(page);
    await page.keyboard.type("shortcuts");
    await page.keyboard.press("Enter");
    await list.getByRole("switch").check({ force: true });
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.keyboard.press("j");
    await expect(links(page).first()).toBeFocused();
  });
});

test("keeps what is typed while it opens, whatever has the focus", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  await intake();
  await signInAs("Manager");
  // The palette's script comes late.
  const script = Promise.withResolvers<void>();
  await page.route(/palette.*\.js/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await openList(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("undoo");
  await page.keyboard.press("Backspace");
  script.resolve();
  await expect(box(page)).toHaveValue("undo");
  await page.keyboard.type(" it");
  await expect(box(page)).toHaveValue("undo it");
  for (const word of ["take", "haber", "jane"]) {
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    const search = page.getByRole("main").getByRole("searchbox");
    await search.focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(word);
    await expect(box(page)).toHaveValue(word);
    await expect(search).toHaveValue("");
  }
});
