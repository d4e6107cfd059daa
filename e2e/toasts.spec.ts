import type { Locator, Page } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { moveOverTheWire, refuse, uploadDocument } from "./support/answers.ts";
import { submitSignIn, submitTracking, track } from "./support/forms.ts";
import { checkboxOf } from "./support/lists.ts";
import { orderPath } from "./support/order-page.ts";
import { dialog, toastOf } from "./support/page-parts.ts";
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
async function refusedSignIn(page: Page): Promise<Locator> {
  await page.goto("/");
  await refuse(page, "/admin/admin-login", "unauthenticated", { message: AUTH_MESSAGES.signInWrong });
  await submitSignIn(page, "team@staff.example", "wrong");
  const toast = toastOf(page, AUTH_MESSAGES.signInWrong);
  await expect(toast).toBeVisible();
  // The toast has slid in once its position is stable.
  await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  return toast;
}

test.describe("a toast of the console", () => {
  test("is at the top right and closes by itself after 5000 ms @4-039 @4-040", { tag: "@core" }, async ({ page }) => {
    const toast = await refusedSignIn(page);
    const box = await toast.boundingBox();
    expect(box?.y).toBeLessThan(100);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1380);
    expect(await clockOf(toast)).toEqual({ ms: 5000, state: "running" });
    await letTimePass(toast);
    await expect(toast).toBeHidden();
  });

  test("keeps its 5000 ms with reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const toast = await refusedSignIn(page);
    expect(await clockOf(toast)).toEqual({ ms: 5000, state: "running" });
  });

  test("waits while the pointer is over it @4-041", async ({ page }) => {
    const toast = await refusedSignIn(page);
    await toast.hover();
    await expect.poll(async () => (await clockOf(toast))?.state).toBe("paused");
    await page.mouse.move(20, 600);
    await expect.poll(async () => (await clockOf(toast))?.state).toBe("running");
  });

  test("closes when dragged by 80 percent of its width and snaps back before that @4-042", async ({ page }) => {
    const toast = await refusedSignIn(page);
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

  test("closes by its button, and by the keyboard", async ({ page, expectAccessible }) => {
    const toast = await refusedSignIn(page);
    await toast.hover(); // Hovering pauses the toast while axe runs.
    await expectAccessible();
    await toast.getByRole("button", { name: "close" }).press("Enter");
    await expect(toast).toBeHidden();
  });

  test("closes by itself after a success too", async ({ page, signInAs, intake }) => {
    const id = await intake();
    await signInAs("Team");
    await page.goto(orderPath(id));
    await page.getByRole("button", { name: "Move to Awaiting Govt" }).click();
    const toast = toastOf(page, ORDER_MESSAGES.orderMoved);
    await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
    expect(await clockOf(toast)).toMatchObject({ ms: 5000 });
    await letTimePass(toast);
    await expect(toast).toBeHidden();
  });
});

test.describe("the toast of a failed change stays until it is dismissed", () => {
  const REASON = "This was refused for a reason to be read.";

  async function expectToStay(page: Page) {
    const toast = toastOf(page, REASON);
    await expect(toast).toBeVisible();
    expect(await clockOf(toast)).toBeNull();
    await page.clock.fastForward(LONG);
    await expect(toast).toBeVisible();
    await toast.getByRole("button", { name: "close" }).click();
    await expect(toast).toBeHidden();
  }

  test("of a move @4-044", { tag: "@core" }, async ({ page, signInAs, intake }) => {
    const id = await intake();
    await signInAs("Team");
    await page.clock.install();
    await page.goto(orderPath(id));
    await refuse(page, "/admin/move-order-status", "rule_violation", { message: REASON });
    await page.getByRole("button", { name: "Move to Awaiting Govt" }).click();
    await expectToStay(page);
  });

  test("of a comment", async ({ page, signInAs, intake }) => {
    const id = await intake();
    await signInAs("Team");
    await page.clock.install();
    await page.goto(orderPath(id));
    await refuse(page, "/admin/add-new-remark", "rule_violation", { message: REASON });
    const form = page.getByRole("region", { name: "Add Comment Below" });
    await form.getByRole("textbox").fill("Called the customer");
    await page.getByRole("button", { name: "Add Comment" }).click();
    await expectToStay(page);
  });

  test("of an upload @4-044", async ({ page, signInAs, intake }) => {
    const id = await intake();
    await signInAs("Team");
    await page.clock.install();
    await page.goto(orderPath(id));
    await refuse(page, "/admin/upload-visa-document", "rule_violation", { message: REASON });
    const file = { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf("Arrival card") };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Upload Document" }).click();
    await expectToStay(page);
  });

  test("of a mail", async ({ page, request, signInAs, intake }) => {
    const email = "resend@example.com";
    const id = await intake({ email });
    await uploadDocument(request, await signInAs("Team"), id, email);
    await page.clock.install();
    await page.goto(orderPath(id));
    await refuse(page, "/admin/resend-mail", "rule_violation", { message: REASON });
    await page.getByRole("button", { name: /^Resend/ }).click();
    await dialog(page).locator("button[type=submit]").click();
    await expectToStay(page);
  });

  test("of a change of selected orders", async ({ page, signInAs, intake }) => {
    const id = await intake();
    await signInAs("Manager");
    await page.clock.install();
    await page.goto(`/admin/recent-order?search=${id}`);
    await refuse(page, "/admin/change-order-status", "rule_violation", { message: REASON });
    await checkboxOf(page, id).check();
    await page.getByRole("button", { name: "Delete Order", exact: true }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expectToStay(page);
  });

  test("of a refund @4-044", async ({ page, request, signInAs, intake }) => {
    const id = await intake();
    await moveOverTheWire(request, await signInAs("Team"), id, "Refunds");
    await page.clock.install();
    await page.goto(`/admin/refund-order?search=${id}`);
    await refuse(page, "/admin/move-to-complete-refund", "rule_violation", { message: REASON });
    await checkboxOf(page, id).check();
    await page.getByRole("button", { name: "Refunded it" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expectToStay(page);
  });
});

test("toasts of the visitor area stay until they are dismissed @4-043", { tag: "@core" }, async ({
  page,
  intake,
  expectAccessible,
}) => {
  const email = "stays@example.com";
  const id = await intake({ email });
  await page.clock.install();
  await track(page, id, "else@example.com");
  const failed = toastOf(page, VISITOR_MESSAGES.trackNotFound);
  await expect(failed).toBeVisible();
  expect(await clockOf(failed)).toBeNull();
  await page.clock.fastForward(LONG);
  await expect(failed).toBeVisible();

  await submitTracking(page, email);
  const found = toastOf(page, VISITOR_MESSAGES.trackFound);
  await expect(found).toBeVisible();
  expect(await clockOf(found)).toBeNull();
  await page.clock.fastForward(LONG);
  await expect(found).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Close notification" }).click();
  await expect(found).toBeHidden();
});
