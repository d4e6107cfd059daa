import { expect, type Locator, type Page } from "@playwright/test";

/** A list of orders: its table, what stands around it and what it asks the server. */
export class OrderList {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get table(): Locator {
    return this.#page.getByRole("main").getByRole("table");
  }

  /** The rows that show an order, without the header. */
  get rows(): Locator {
    return this.table.getByRole("row").filter({ has: this.#page.getByRole("link", { name: /^View/ }) });
  }

  row(id: number): Locator {
    return this.table.getByRole("row").filter({ hasText: String(id) });
  }

  cell(id: number, column: string): Locator {
    return this.row(id).locator(`[data-column=${column}]`);
  }

  head(name: string): Locator {
    return this.table.getByRole("columnheader", { name });
  }

  get searchBox(): Locator {
    return this.#page.getByRole("searchbox");
  }

  /** A button of the screen itself, not of the frame around it. */
  button(name: string): Locator {
    return this.#page.getByRole("main").getByRole("button", { name, exact: true });
  }

  get views(): Locator {
    return this.#page.getByRole("main").getByRole("button", { name: /^Views/ });
  }

  get optionsButton(): Locator {
    return this.button("Options");
  }

  /** What the Options button opens: export, density, columns. */
  get options(): Locator {
    return this.#page.getByRole("dialog", { name: "Options", exact: true });
  }

  async openOptions(): Promise<Locator> {
    await this.optionsButton.click();
    await expect(this.options.getByRole("checkbox", { name: "Order Id" })).toBeVisible();
    return this.options;
  }

  viewLink(id: number): Locator {
    return this.#page.getByRole("link", { name: `View order ${id}`, exact: true });
  }

  deleteButton(id: number): Locator {
    return this.#page.getByRole("button", { name: `Delete order ${id}` });
  }

  checkbox(id: number | undefined): Locator {
    return this.#page.getByRole("checkbox", { name: `Select order ${id}` });
  }

  get checkboxOfAll(): Locator {
    return this.#page.getByRole("checkbox", { name: "Select all on this page" });
  }

  /** The line that says which rows of how many are shown. */
  range(text: string): Locator {
    return this.#page.getByText(text, { exact: true });
  }

  get pages(): Locator {
    return this.#page.getByRole("navigation", { name: "Pages" });
  }

  /** The line that says how many orders are selected. */
  selected(count: number): Locator {
    return this.#page.getByText(`${count.toLocaleString("en-US")} selected`, { exact: true });
  }

  /** The ids of the orders shown, from the first to the last. */
  ids(): Promise<number[]> {
    return this.rows.evaluateAll((rows) =>
      rows.map((each) => Number(each.querySelector("[data-column=order_id]")?.textContent)),
    );
  }

  /** The URLs and bodies of the calls that list or search orders, as they are sent. */
  calls(): string[] {
    const calls: string[] = [];
    this.#page.on("request", (request) => {
      if (/get-orders-list|search-order/.test(request.url())) calls.push(request.url() + (request.postData() ?? ""));
    });
    return calls;
  }

  /** Opens a list filtered by a search. */
  async open(path: string, search: string, query = ""): Promise<void> {
    await this.#page.goto(`${path}?search=${search}${query}`);
    await expect(this.rows.first()).toBeVisible();
  }

  /** Opens a list filtered by a search, and waits until the server reports changes of orders to this page. */
  async openLive(path: string, search: string): Promise<void> {
    const stream = this.#page.waitForResponse("**/api/admin/events*");
    await this.open(path, search);
    await stream;
    // An earlier test may have moved hundreds of orders, after which a new page is told that it missed events: what comes
    // in before its next reading can't be counted.
    const read = this.#page.waitForResponse("**/api/admin/search-order");
    await this.button("Refresh").click();
    await read;
  }
}
