import type { Locator } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { refuse } from "./support/answers.ts";
import type { Desk } from "./support/desk.ts";
import { orderPath, type Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

test.use({ expectedErrors: ["Failed to load resource"] });

/** Ten minutes: a toast that closes by itself has closed by then. */
const LONG = 600_000;

/** The animation of a toast's progress bar, whose end closes the toast. Null for a sticky toast. */
const clockOf = (toast: Locator) =>
  toast.evaluate((element) => {
    const bar = element.querySelector(".Toastify__progress-bar");
    const [clock] = bar?.getAnimations() ?? [];
    return clock === undefined ? null : { ms: clock.effect?.getComputedTiming().duration, state: clock.playState };
  });

/** Lets a toast's five seconds pass. */
const letTimePass = (toast: Locator) =>
  toast.evaluate((element) => {
    for (const clock of element.querySelector(".Toastify__progress-bar")?.getAnimations() ?? []) clock.finish();
  });

/** The toast of a sign-in that is refused: one of those that close by themselves. */
async function refusedSignIn(screen: Screen): Promise<Locator> {
  await screen.page.goto("/");
  await refuse(screen.page, "/admin/admin-login", "unauthenticated", { message: AUTH_MESSAGES.signInWrong });
  await screen.submitSignIn("team@staff.example", "wrong");
  const toast = screen.toast(AUTH_MESSAGES.signInWrong);
  await expect(toast).toBeVisible();
  // The toast has slid in once its position is stable.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  return toast;
}

test.describe("a toast of the console", () => {
  test("is at the top right and closes by itself after 5000 ms @4-039 @4-040", { tag: "@core" }, async ({ desk }) => {
    const toast = await refusedSignIn(desk);
    const box = await toast.boundingBox();
    expect(box?.y).toBeLessThan(100);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1380);
    expect(await clockOf(toast)).toEqual({ ms: 5000, state: "running" });
    await letTimePass(toast);
    await expect(toast).toBeHidden();
  });

  test("keeps its 5000 ms with reduced motion", async ({ page, desk }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const toast = await refusedSignIn(desk);
    expect(await clockOf(toast)).toEqual({ ms: 5000, state: "running" });
  });

  test("waits while the pointer is over it @4-041", async ({ page, desk }) => {
    const toast = await refusedSignIn(desk);
    await toast.hover();
    await expect.poll(async () => (await clockOf(toast))?.state).toBe("paused");
    await page.mouse.move(20, 600);
    await expect.poll(async () => (await clockOf(toast))?.state).toBe("running");
  });

  test("closes when dragged by 80 percent of its width and snaps back before that @4-042", async ({ page, desk }) => {
    const toast = await refusedSignIn(desk);
    const box = await toast.boundingBox();
    if (box === null) throw new Error("the toast is not on the page");
    const from = { x: box.x + 40, y: box.y + box.height / 2 };
    const drag = async (share: number) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + (box.width * share) / 2, from.y, { steps: 4 });
      await page.mouse.move(from.x + box.width * share, from.y, { steps: 4 });
      await page.mouse.up();
    };
    await drag(0.75);
    await expect(toast).toBeVisible();
    await expect.poll(async () => (await toast.boundingBox())?.x).toBe(box.x);
    await drag(0.85);
    await expect(toast).toBeHidden();
  });

  test("closes by its button, and by the keyboard", async ({ desk }) => {
    const toast = await refusedSignIn(desk);
    await toast.hover(); // Hovering pauses the toast while axe runs.
    await desk.expectAccessible();
    await toast.getByRole("button", { name: "close" }).press("Enter");
    await expect(toast).toBeHidden();
  });

  test("closes by itself after a success too", async ({ page, desk }) => {
    const id = await desk.intake();
    await desk.signIn("Team", orderPath(id));
    await page.getByRole("button", { name: "Move to Awaiting Govt" }).click();
    const toast = desk.toast(ORDER_MESSAGES.orderMoved);
    await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
    expect(await clockOf(toast)).toMatchObject({ ms: 5000 });
    await letTimePass(toast);
    await expect(toast).toBeHidden();
  });
});

test.describe("the toast of a failed change stays until it is dismissed", () => {
  const REASON = "This was refused for a reason to be read.";

  /** Opens a page on which a call is refused. */
  async function openRefusing(desk: Desk, call: string, path: string) {
    await desk.page.clock.install();
    await desk.page.goto(path);
    await refuse(desk.page, call, "rule_violation", { message: REASON });
  }

  /** Opens a new order on which a call is refused. */
  async function openOrderRefusing(desk: Desk, call: string) {
    const path = orderPath(await desk.intake());
    await desk.signIn("Team");
    await openRefusing(desk, call, path);
  }

  async function expectToStay(screen: Screen) {
    const toast = screen.toast(REASON);
    await expect(toast).toBeVisible();
    expect(await clockOf(toast)).toBeNull();
    await screen.page.clock.fastForward(LONG);
    await expect(toast).toBeVisible();
    await toast.getByRole("button", { name: "close" }).click();
    await expect(toast).toBeHidden();
  }

  test("of a move @4-044", { tag: "@core" }, async ({ page, desk }) => {
    await openOrderRefusing(desk, "/admin/move-order-status");
    await page.getByRole("button", { name: "Move to Awaiting Govt" }).click();
    await expectToStay(desk);
  });

  test("of a comment", async ({ page, desk }) => {
    await openOrderRefusing(desk, "/admin/add-new-remark");
    const form = desk.section("Add Comment Below");
    await form.getByRole("textbox").fill("Called the customer");
    await page.getByRole("button", { name: "Add Comment" }).click();
    await expectToStay(desk);
  });

  test("of an upload @4-044", async ({ page, desk }) => {
    await openOrderRefusing(desk, "/admin/upload-visa-document");
    const file = { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf("Arrival card") };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Upload Document" }).click();
    await expectToStay(desk);
  });

  test("of a mail", async ({ page, desk }) => {
    const email = "resend@example.com";
    const id = await desk.intake({ email });
    await (await desk.signIn("Team")).upload(id, email);
    await openRefusing(desk, "/admin/resend-mail", orderPath(id));
    await page.getByRole("button", { name: /^Resend/ }).click();
    await desk.dialog().locator("button[type=submit]").click();
    await expectToStay(desk);
  });

  test("of a change of selected orders", async ({ page, desk }) => {
    const id = await desk.intake();
    await desk.signIn("Manager");
    await openRefusing(desk, "/admin/change-order-status", `/admin/recent-order?search=${id}`);
    await desk.list.checkbox(id).check();
    await desk.button("Delete Order").click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expectToStay(desk);
  });

  test("of a refund @4-044", async ({ page, desk }) => {
    const id = await desk.intake();
    await (await desk.signIn("Team")).move(id, "Refunds");
    await openRefusing(desk, "/admin/move-to-complete-refund", `/admin/refund-order?search=${id}`);
    await desk.list.checkbox(id).check();
    await page.getByRole("button", { name: "Refunded it" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expectToStay(desk);
  });
});

test("toasts of the visitor area stay until they are dismissed @4-043", { tag: "@core" }, async ({ page, desk }) => {
  const email = "stays@example.com";
  const id = await desk.intake({ email });
  await page.clock.install();
  await desk.track(id, "else@example.com");
  const failed = desk.toast(VISITOR_MESSAGES.trackNotFound);
  await expect(failed).toBeVisible();
  expect(await clockOf(failed)).toBeNull();
  await page.clock.fastForward(LONG);
  await expect(failed).toBeVisible();

  await desk.submitTracking(email);
  const found = desk.toast(VISITOR_MESSAGES.trackFound);
  await expect(found).toBeVisible();
  expect(await clockOf(found)).toBeNull();
  await page.clock.fastForward(LONG);
  await expect(found).toBeVisible();
  await desk.expectAccessible();
  await page.getByRole("button", { name: "Close notification" }).click();
  await expect(found).toBeHidden();
});
