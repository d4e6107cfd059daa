import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

export const tableOf = (page: Page) => page.getByRole("main").getByRole("table");
/** The rows that show an order, without the header. */
export const rowsOf = (page: Page) =>
  tableOf(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: /^View/ }) });
export const rowOf = (page: Page, id: number) =>
  tableOf(page)
    .getByRole("row")
    .filter({ hasText: String(id) });
/** A button of the screen itself, not of the frame around it. */
export const buttonOf = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
export const viewLink = (page: Page, id: number) => page.getByRole("link", { name: `View order ${id}`, exact: true });
export const deleteButton = (page: Page, id: number) => page.getByRole("button", { name: `Delete order ${id}` });
export const checkboxOf = (page: Page, id: number | undefined) =>
  page.getByRole("checkbox", { name: `Select order ${id}` });
export const checkboxOfAll = (page: Page) => page.getByRole("checkbox", { name: "Select all on this page" });

export const shownIds = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((each) => Number(each.querySelector("[data-column=order_id]")?.textContent)),
  );

/** The URLs and bodies of the calls that list or search orders, as they are sent. */
export function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/get-orders-list|search-order/.test(request.url())) calls.push(request.url() + (request.postData() ?? ""));
  });
  return calls;
}

/** Opens a list filtered by a search. */
export async function openList(page: Page, path: string, search: string, query = ""): Promise<void> {
  await page.goto(`${path}?search=${search}${query}`);
  await expect(rowsOf(page).first()).toBeVisible();
}

/** Opens a list filtered by a search, and waits until the server reports changes of orders to this page. */
export async function openLiveList(page: Page, path: string, search: string): Promise<void> {
  const stream = page.waitForResponse("**/api/admin/events*");
  await openList(page, path, search);
  await stream;
}
