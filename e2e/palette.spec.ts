import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import type { Role } from "#contract/roles.ts";
import type { Desk } from "./support/desk.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const SEARCH_CALL = "**/api/admin/find-orders";
const box = (screen: Screen) => screen.palette.getByRole("combobox");
const option = (screen: Screen, name: string | RegExp) => screen.palette.getByRole("option", { name });

/** Opens a list as a member. */
async function openList(desk: Desk, role: Role = "Team"): Promise<void> {
  await desk.signIn(role, "/admin/recent-order");
  await expect(links(desk).first()).toBeVisible();
}

const links = (screen: Screen) => screen.page.getByRole("link", { name: /^View order/ });

/** Opens the palette and types. */
async function openPalette(screen: Screen, text = ""): Promise<void> {
  await screen.page.keyboard.press("Control+k");
  await expect(box(screen)).toBeFocused();
  await screen.page.keyboard.type(text);
}

/** The option that the box marks as active; read in one call, because it may change in between. */
function activeLine(screen: Screen): Promise<string> {
  return box(screen).evaluate((input) => {
    const line = document.getElementById(input.getAttribute("aria-activedescendant") ?? "");
    return line?.textContent ?? "";
  });
}

test("the palette jumps to a page with the keyboard alone, and Escape returns the focus", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.intake();
  await openList(desk);
  const search = desk.list.searchBox;
  await search.focus();
  await openPalette(desk);
  await page.keyboard.press("Escape");
  await expect(desk.palette).toBeHidden();
  await expect(search).toBeFocused();

  await openPalette(desk, "awaiting");
  await expect.poll(() => activeLine(desk)).toBe("Awaiting Customer");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => activeLine(desk)).toBe("Awaiting Govt");
  await expect(desk.palette.getByRole("option", { selected: true })).toHaveText("Awaiting Govt");
  await page.keyboard.press("Enter");
  await expect(desk.heading).toHaveText("Awaiting Govt");
  await expect(desk.heading).toBeFocused();
});

test("the palette's key works as soon as a closing dialog returns the focus", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Manager", `/admin/recent-order?search=${id}`);
  const remove = page.getByRole("button", { name: `Delete order ${id}` });
  await remove.click();
  await expect(desk.dialog()).toContainText("Are you sure you want to delete?");
  // Faster than a person: the dialog is still fading out.
  await remove.evaluate((button) => {
    const key = () => button.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    button.addEventListener("focus", key, { once: true });
  });
  await page.keyboard.press("Escape");
  await expect(box(desk)).toBeFocused();
});

test("the palette opens from the top bar, with the pages a role may see", async ({ page, desk }) => {
  await desk.intake();
  await openList(desk);
  const button = page.getByRole("button", { name: "Jump to a page or an order" });
  await button.click();
  await expect(option(desk, "Order History")).toBeVisible();
  await expect(box(desk)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await openList(desk, "Telecaller");
  await openPalette(desk);
  await expect(option(desk, "Future Orders")).toBeVisible();
  await expect(option(desk, "Order History")).toBeHidden();
});

test("the palette opens an order by its id, plain and encoded", async ({ page, desk }) => {
  const id = await desk.intake();
  await openList(desk);
  for (const typed of [String(id), encodeOrderId(id)]) {
    await openPalette(desk, typed);
    await expect(option(desk, new RegExp(`^Open order ${id}`))).toHaveCount(1);
    await expect.poll(() => activeLine(desk)).toContain(`Open order ${id}`);
    await page.keyboard.press("Enter");
    await expect(desk.heading).toHaveText(`Order ${id}`);
    await page.goto("/admin/recent-order");
    await expect(desk.heading).toHaveText("New Order");
  }
});

test("the palette finds orders by name, e-mail, phone and passport, and shows hostile text as text", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = "<img src=x onerror=alert(1)> Zoë Quill";
  const order = { full_name: name, email: "zoe.quill@example.com", phone_code: "+44", passport_number: "QX99871" };
  const id = await desk.intake({ ...order, telephone_number: "7911 555123" });
  await openList(desk);
  for (const typed of ["zoe quill", "zoe.quill@exa", "7911555123", "qx99871"]) {
    await openPalette(desk, typed);
    await expect(option(desk, new RegExp(`order ${id}`, "i"))).toContainText(name);
    await page.keyboard.press("Escape");
  }
  await openPalette(desk, "zoe quill");
  await expect.poll(() => activeLine(desk)).toContain(`Order ${id}`);
  await page.keyboard.press("Enter");
  await expect(desk.heading).toHaveText(`Order ${id}`);
});

test("the palette shows that it is searching, found nothing or failed", async ({ page, desk }) => {
  await desk.intake({ full_name: "Patient Zimmer" });
  await openList(desk);
  await openPalette(desk);
  const report = desk.palette.getByRole("status");
  await page.keyboard.type("z");
  await expect(report).toHaveText("Type at least 2 characters to search orders.");
  const letGo = await holdAnswers(page, SEARCH_CALL);
  await page.keyboard.type("immer");
  await expect(report).toHaveText("Searching orders…");
  letGo();
  await expect(report).toHaveText("1 order found");
  await page.unroute(SEARCH_CALL);
  await box(desk).fill("nobody-has-this-name");
  await expect(report).toHaveText("No order found");
  await breakAnswers(page, SEARCH_CALL);
  await box(desk).fill("patient zim");
  await expect(report).toContainText("Orders could not be searched.");
  await page.unroute(SEARCH_CALL);
  await desk.palette.getByRole("button", { name: "Retry" }).click();
  await expect(report).toHaveText("1 order found");
});

test("without Order History the palette finds orders of every queue, and leads to a queue's own search", {
  tag: "@core",
}, async ({ page, desk }) => {
  const [id, pending] = await desk.intakes(
    { full_name: "Queue Wanderer" },
    { full_name: "Wanderer Unpaid", paid: false },
  );
  await (await desk.signIn("Manager")).changeStatus([id], "Customer Called");
  await openList(desk, "Telecaller");
  await openPalette(desk, "wanderer");
  await expect(option(desk, new RegExp(`^Order ${id}`))).toContainText("Customer Called");
  await expect(option(desk, new RegExp(`^Order ${pending}`))).toContainText("Pending");
  await expect(option(desk, /^Search Order History/)).toHaveCount(0);
  await option(desk, "Search Customer Called for “wanderer”").click();
  await expect(desk.list.searchBox).toHaveValue("wanderer");
  await expect(page.getByRole("row").filter({ hasText: String(id) })).toBeVisible();
  await openPalette(desk, "wanderer unpaid");
  await option(desk, new RegExp(`^Order ${pending}`)).click();
  await expect(desk.heading).toHaveText(`Order ${pending}`);
});

test("the palette switches the theme, refreshes and signs out", async ({ page, desk }) => {
  await desk.intake();
  await openList(desk);
  await openPalette(desk, "dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  const refreshed = page.waitForRequest("**/api/admin/get-orders-list/newOrder**");
  await openPalette(desk, "refresh");
  await page.keyboard.press("Enter");
  await refreshed;
  await openPalette(desk, "logout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("on an order the palette offers its moves and lists a page of the same name first", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Team", `/admin/view-order/${encodeOrderId(id)}`);
  await expect(page.getByRole("button", { name: "Move to Awaiting Govt" })).toBeVisible();
  await openPalette(desk, "completed");
  // The page comes before the move: a mistyped key must not move an order.
  await expect.poll(() => activeLine(desk)).toBe("Completed Orders");
  await box(desk).fill("move to awaiting govt");
  await page.keyboard.press("Enter");
  await expect(page.getByText(ORDER_MESSAGES.orderMoved)).toBeVisible();
  await expect(desk.main.getByText("Awaiting Govt", { exact: true }).first()).toBeVisible();
  await openPalette(desk);
  await expect(option(desk, "Move to Awaiting Govt")).toHaveCount(0);
  await expect(option(desk, "Move to Delete")).toHaveCount(1);
});

test("the palette is loaded on first use and reports a failed load", async ({ page, desk }) => {
  await desk.intake();
  const fetched: string[] = [];
  // Routed before the page is opened: on a busy machine, an open page may make a request before its route is in place.
  await page.route(/\/assets\/palette-[^/]+\.js$/, (route) => {
    fetched.push(route.request().url());
    return route.abort();
  });
  const stream = page.waitForResponse("**/api/admin/events*");
  await openList(desk);
  await stream;
  expect(fetched).toEqual([]);
  await page.keyboard.press("Control+k");
  await expect(desk.palette).toContainText("This part of the application could not be loaded.");
  await expect(desk.palette.getByRole("button", { name: "Retry" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(desk.palette).toBeHidden();
});

test.describe("single keys", () => {
  test.beforeEach(async ({ desk }) => {
    await desk.intake();
    await desk.intake();
    await desk.intake();
    await openList(desk);
  });

  test("move through a list, select and open an order", { tag: "@core" }, async ({ page, desk }) => {
    await page.keyboard.press("j");
    await expect(links(desk).nth(0)).toBeFocused();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await expect(links(desk).nth(2)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("k");
    await expect(links(desk).nth(0)).toBeFocused();
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /^Select order/ }).first()).toBeChecked();
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeHidden();
    const name = (await links(desk).nth(0).getAttribute("aria-label")) ?? "";
    await page.keyboard.press("o");
    await expect(desk.heading).toHaveText(name.replace("View order", "Order"));
  });

  test("go to the search box and refresh, but are text in a field", async ({ page, desk }) => {
    const refreshed = page.waitForRequest("**/api/admin/get-orders-list/newOrder**");
    await page.keyboard.press("r");
    await refreshed;
    await page.keyboard.press("/");
    await expect(desk.list.searchBox).toBeFocused();
    await page.keyboard.type("jkxor?/");
    await expect(desk.list.searchBox).toHaveValue("jkxor?/");
    await expect(desk.dialog()).toBeHidden();
  });

  test("focus the comment and the file of an order", async ({ page, desk }) => {
    const id = await desk.intake();
    await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
    await expect(desk.heading).toHaveText(`Order ${id}`);
    await expect(desk.section("Upload Document")).toBeVisible();
    await page.keyboard.press("u");
    await expect(page.getByLabel("File", { exact: true })).toBeFocused();
    await page.keyboard.press("c");
    const comment = page.getByRole("textbox", { name: "Comment" });
    await expect(comment).toBeFocused();
    await page.keyboard.type("cu");
    await expect(comment).toHaveValue("cu");
  });

  test("are listed, and stay off in this browser once they are switched off", async ({ page, desk }) => {
    await page.keyboard.press("?");
    const list = desk.dialog("Help");
    await expect(list).toContainText("Go to the search box");
    // They are inactive under a dialog.
    await page.keyboard.press("j");
    await list.getByRole("switch", { name: "Single-key shortcuts" }).uncheck({ force: true });
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.reload();
    await expect(links(desk).first()).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("?");
    await expect(links(desk).first()).not.toBeFocused();
    await expect(list).toBeHidden();
    // The one with Ctrl stays active and leads to the switch.
    await openPalette(desk, "shortcuts");
    await page.keyboard.press("Enter");
    await list.getByRole("switch").check({ force: true });
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await page.keyboard.press("j");
    await expect(links(desk).first()).toBeFocused();
  });
});

test("keeps what is typed while it opens, whatever has the focus", { tag: "@core" }, async ({ page, desk }) => {
  await desk.intake();
  // The palette's script comes late.
  const letGo = await holdAnswers(page, /palette.*\.js/);
  await openList(desk, "Manager");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("undoo");
  await page.keyboard.press("Backspace");
  letGo();
  await expect(box(desk)).toHaveValue("undo");
  await page.keyboard.type(" it");
  await expect(box(desk)).toHaveValue("undo it");
  for (const word of ["take", "haber", "jane"]) {
    await page.keyboard.press("Escape");
    await expect(desk.palette).toBeHidden();
    const search = desk.main.getByRole("searchbox");
    await search.focus();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(word);
    await expect(box(desk)).toHaveValue(word);
    await expect(search).toHaveValue("");
  }
});
