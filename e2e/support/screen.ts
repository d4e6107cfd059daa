import { type Download, expect, type Locator, type Page, test } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { OrderList } from "./list.ts";
import { expectNoAxeFindings, type Look, look } from "./looks.ts";
import { STAFF_PASSWORD } from "./staff.ts";

export const orderPath = (id: number) => `/admin/view-order/${encodeOrderId(id)}`;

/** A page of the console or of the visitor, by what its user sees and does. */
export class Screen {
  readonly page: Page;
  readonly list: OrderList;

  constructor(page: Page) {
    this.page = page;
    this.list = new OrderList(page);
  }

  get main(): Locator {
    return this.page.getByRole("main");
  }

  get heading(): Locator {
    return this.page.getByRole("heading", { level: 1 });
  }

  section(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  dialog(name?: string | RegExp): Locator {
    return this.page.getByRole("dialog", name === undefined ? {} : { name });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  menuItem(name: string | RegExp): Locator {
    return this.page.getByRole("menuitem", { name });
  }

  get retry(): Locator {
    return this.page.getByRole("button", { name: "Retry" });
  }

  get sidebar(): Locator {
    return this.page.getByRole("navigation", { name: "Console" });
  }

  /** The number beside a link of the sidebar. */
  countOf(link: string): Locator {
    return this.sidebar.first().getByRole("link", { name: link }).locator("span").last();
  }

  get palette(): Locator {
    return this.dialog("Jump to a page or an order");
  }

  /** What the page tells a screen reader. */
  get announced(): Locator {
    return this.page.locator('[role="status"][aria-live="polite"].ad-visually-hidden');
  }

  get toasts(): Locator {
    return this.page.locator(".Toastify__toast");
  }

  toast(message: string | RegExp): Locator {
    return this.toasts.filter({ hasText: message });
  }

  toastBy(kind: "status" | "alert", text = ""): Locator {
    return this.page.locator(".Toastify").getByRole(kind).filter({ hasText: text });
  }

  /** The parameters of the page's URL. */
  query(): Record<string, string> {
    return Object.fromEntries(new URL(this.page.url()).searchParams);
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The user stored in the browser, as text, or null. */
  storedUser(): Promise<string | null> {
    return this.page.evaluate(() => localStorage.getItem("user"));
  }

  // An order's page.

  async openOrder(id: number): Promise<void> {
    await this.page.goto(orderPath(id));
    await expect(this.section("Order Details")).toBeVisible();
  }

  get history(): Locator {
    return this.section("History");
  }

  get personal(): Locator {
    return this.section("Personal Information");
  }

  get moves(): Locator {
    return this.section("Move order").getByRole("button");
  }

  /** The order's status, in its header. */
  get status(): Locator {
    return this.page.locator("header [data-status]");
  }

  get comment(): Locator {
    return this.section("Add Comment Below").getByRole("textbox", { name: "Comment" });
  }

  /** The form that corrects an order's fields. */
  get drawer(): Locator {
    return this.dialog(/^Correct order/);
  }

  // Forms.

  /** Chooses the mail provider of a form, which shows only the present one at first. */
  async chooseProvider(form: Locator, name: string): Promise<void> {
    await form.getByRole("button", { name: "Change the mail provider" }).click();
    await form.getByRole("radio", { name }).check();
  }

  async submitSignIn(email: string, password = STAFF_PASSWORD): Promise<void> {
    await this.page.getByLabel("Email ID").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Sign In", exact: true }).click();
  }

  /** Sends the visitor's form, whose order is in the address. */
  async submitTracking(email: string): Promise<void> {
    await this.page.getByLabel("Email ID").fill(email);
    await this.page.getByRole("button", { name: "TRACK ORDER" }).click();
  }

  async track(orderId: number, email: string): Promise<void> {
    await this.page.goto(`/track-order/${encodeOrderId(orderId)}`);
    await this.submitTracking(email);
  }

  /**
   * Opens a screen of the console and waits until all calls it makes while loading are answered, so that the next call
   * comes from the test's action. The live stream is blocked: it checks the session too, and could end the page's session
   * before the test acts.
   */
  async openSettled(path: string, ...calls: string[]): Promise<void> {
    const names = [
      "user_info",
      "admin/get-folder-count",
      "admin/late-count",
      "admin/disputes",
      "admin/views",
      ...calls,
    ];
    const answers = names.map((name) =>
      this.page.waitForResponse((response) => response.url().includes(`/api/${name}`)),
    );
    await this.page.route("**/api/admin/events*", () => undefined);
    // Otherwise a list loads its neighbour pages as soon as the browser is idle.
    await this.page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await this.page.goto(path);
    await Promise.all(answers);
  }

  /** Presses a control that downloads a file. */
  async download(control: Locator): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent("download"), control.click()]);
    return download;
  }

  /** Fails when axe finds anything on the page in its present state, or only in its colours. */
  async expectAccessible(part?: "colours"): Promise<void> {
    await expectNoAxeFindings(this.page, part);
  }

  /** Looks at the page in its present state at every width and in both themes; `what` makes it a step of the test. */
  async look(shown: Locator, { what, ...options }: Look & { what?: string } = {}): Promise<void> {
    const around = () => look(this.page, shown, options);
    await (what === undefined ? around() : test.step(what, around));
  }
}
