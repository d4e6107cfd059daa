import { createHash } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import type { DefencePackDetails } from "#contract/packs/packs.ts";
import { moveOverTheWire, REQUEST_ID, refuse, uploadDocument } from "./support/answers.ts";
import { changeDispute, openDispute } from "./support/disputes.ts";
import type { Intake } from "./support/full-orders.ts";
import { expectFocusShown, jump, press } from "./support/keyboard.ts";
import { openOrder, region } from "./support/order-page.ts";
import { button, toastBy, toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const MAKE = "**/api/admin/get-defence-pack-pdf";
const DETAILS = "**/api/admin/defence-pack-details";

const dialog = (page: Page, name = "Defence Pack 1") => page.getByRole("dialog", { name });
const make = (page: Page) => dialog(page).getByRole("button", { name: "Make and open" });
const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function openPack(page: Page, orderId: number): Promise<void> {
  await openOrder(page, orderId);
  await button(page, "Defence Pack 1").click();
  await expect(make(page)).toBeVisible();
}

/** A paid order with its document mailed and its transaction known: its pre-flight has no red check. */
async function readyOrder(request: APIRequestContext, token: string, intake: Intake): Promise<number> {
  const email = "pack.ready@example.com";
  const id = await intake({ email, transaction_id: "ch_ready", merchant_name: "Ready Shop" });
  await uploadDocument(request, token, id, email);
  await expect.poll(async () => (await detailsOf(request, token, id)).preflight.pack1.level).not.toBe("red");
  return id;
}

async function detailsOf(request: APIRequestContext, token: string, orderId: number): Promise<DefencePackDetails> {
  const options = { headers: { authorization: token }, data: { orderId } };
  const response = await request.post("/api/admin/defence-pack-details", options);
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).data;
}

type Given = { given?: Blob };

/** Keeps the files that the page opens in tabs: the driver only sees the viewer's page. */
async function keepFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const createUrl = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file: Blob) => {
      (window as Given).given = file;
      return createUrl(file);
    };
  });
}

async function lastFile(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => [
    ...new Uint8Array((await (window as Given).given?.arrayBuffer()) ?? []),
  ]);
  return Buffer.from(bytes);
}

/** Presses the control that opens a tab and waits for the tab's file. */
async function opened(page: Page, call: string | RegExp, act: () => Promise<unknown>) {
  const [tab, response] = await Promise.all([page.context().waitForEvent("page"), page.waitForResponse(call), act()]);
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("application/pdf");
  await expect.poll(() => tab.url()).toMatch(/^blob:/);
  return { tab, request: response.request() };
}

test("both packs are offered at Completed and Customer Called, each in its dialog, and not elsewhere @2-142 @2-143 @2-146 @7-020", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake();
  const token = await signInAs("Telecaller");
  await openOrder(page, id);
  await expect(page.getByRole("button", { name: /^Defence Pack/ })).toHaveCount(0);
  const data = { orderId: id, defencePackType: 1 };
  const refused = await request.post("/api/admin/get-defence-pack-pdf", { headers: { authorization: token }, data });
  expect(refused.status()).toBe(422);
  await moveOverTheWire(request, token, id, "Customer Called");
  for (const name of ["Defence Pack 1", "Defence Pack 2"]) {
    await button(page, name).click();
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page, name)).toBeHidden();
    await expect(button(page, name)).toBeFocused();
  }
});

test("a pack opens in its own tab and opens again byte for byte @7-020 @7-021", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Telecaller");
  const id = await readyOrder(request, token, intake);
  await keepFiles(page);
  await openPack(page, id);
  await expect(dialog(page).getByText("None yet.")).toBeVisible();
  const made = await opened(page, MAKE, () => make(page).click());
  expect(made.request.headers().authorization).toBe(token);
  expect(made.request.postDataJSON()).toMatchObject({ orderId: id, defencePackType: 1 });
  const bytes = await lastFile(page);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  await made.tab.close();
  await expect(toastOf(page, "Defence Pack 1 is ready.")).toBeVisible();
  await expect(dialog(page).getByText("Defence Pack 1 is open in a new tab.")).toBeVisible();
  const row = dialog(page).getByRole("listitem").filter({ hasText: "by Telecaller Member" });
  await expect(row).toContainText(digestOf(bytes).slice(0, 12));

  const again = await opened(page, /\/api\/admin\/defence-packs\/\d+$/, () =>
    row.getByRole("button", { name: /^Open the pack of/ }).click(),
  );
  expect((await lastFile(page)).equals(bytes)).toBe(true);
  await again.tab.close();
  await page.keyboard.press("Escape");
  await expect(region(page, "History")).toContainText("Telecaller Member made Defence Pack 1 of");
});

test("missing facts are listed with a link to enter them and back", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const email = "pack.missing@example.com";
  const id = await intake({ email });
  const token = await signInAs("Team");
  await moveOverTheWire(request, token, id, "Customer Called");
  await openPack(page, id);
  await expect(make(page)).toBeDisabled();
  await expect(make(page)).toHaveAccessibleDescription(/until these are added/);
  await expect(dialog(page).getByText(PACK_MESSAGES.preflightTransaction)).toBeVisible();

  await dialog(page).getByRole("button", { name: "Enter Transaction Details" }).click();
  const transaction = page.getByRole("dialog", { name: "Transaction details" });
  await transaction.getByLabel("Transaction Id").fill("ch_now");
  await transaction.getByLabel("Merchant Name").fill("Now Shop");
  await transaction.getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByText(PACK_MESSAGES.preflightTransaction)).toBeHidden();

  await dialog(page).getByRole("button", { name: "Upload the document" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator("input[type=file]")).toBeFocused();
  await expectFocusShown(page);

  await uploadDocument(request, token, id, email);
  await button(page, "Defence Pack 1").click();
  await expect(dialog(page).getByText(PACK_MESSAGES.preflightDocument)).toBeHidden();
});

test("a document that was never mailed is mailed from the pre-flight", async ({ page, request, signInAs, intake }) => {
  const email = "pack.unmailed@example.com";
  const id = await intake({ email });
  await uploadDocument(request, await signInAs("Team"), id, email);
  await withDetails(page, id, "red", [{ code: "delivery_mail_missing", level: "red", message: "No mail." }]);
  await expect(page.getByRole("main").locator("header [data-status]")).toHaveText("Completed");
  await button(page, "Defence Pack 1").click();
  await dialog(page).getByRole("button", { name: "Resend the document" }).click();
  await expect(page.getByRole("dialog", { name: "Resend the document" })).toBeVisible();
});

/** Opens an order with a simulated pre-flight. */
async function withDetails(
  page: Page,
  orderId: number,
  level: "clear" | "amber" | "red",
  findings: DefencePackDetails["preflight"]["pack1"]["findings"],
  more: Partial<DefencePackDetails> = {},
): Promise<void> {
  const data: DefencePackDetails = {
    order_id: orderId,
    transaction_id: "ch",
    merchant_name: "Shop",
    dispute: null,
    suggested_pack: null,
    preflight: { pack1: { level, findings }, pack2: { level, findings } },
    packs: [],
    ...more,
  };
  await page.route(DETAILS, (route) => route.fulfill({ json: { status: 1, message: "", data } }));
  await openOrder(page, orderId);
}

test("a Manager overrides the pre-flight with a reason; others see who can", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake();
  const token = await signInAs("Night Staff");
  await moveOverTheWire(request, token, id, "Customer Called");
  await openPack(page, id);
  await expect(make(page)).toHaveAccessibleDescription(new RegExp(PACK_MESSAGES.packOverrideForbidden));
  await expect(dialog(page).getByRole("button", { name: "Make it anyway" })).toHaveCount(0);

  await signInAs("Manager");
  await openPack(page, id);
  const anyway = dialog(page).getByRole("button", { name: "Make it anyway" });
  const reason = dialog(page).getByLabel("Reason for making it anyway");
  await anyway.click();
  await expect(dialog(page).getByText(PACK_MESSAGES.packOverrideReasonRequired)).toBeVisible();
  await expect(reason).toBeFocused();
  await reason.fill("x".repeat(501));
  await expect(dialog(page).getByText("At most 500 characters.")).toBeVisible();
  await reason.fill("The bank's day is today.");
  const { tab } = await opened(page, MAKE, () => anyway.click());
  await tab.close();
  await expect(dialog(page).getByText("Made anyway: The bank's day is today.")).toBeVisible();
  await expect(reason).toHaveValue("");
});

test("a pack that fails shows the reason, closes its tab and offers a retry", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const id = await readyOrder(request, token, intake);
  await openPack(page, id);
  const alert = (text: string) => toastBy(page, "alert", text);
  for (const [code, said] of [
    ["pack_blocked", PACK_MESSAGES.packBlocked],
    ["unavailable", MESSAGES.unavailable],
    ["internal", `Request ${REQUEST_ID}`],
  ] as const) {
    const message = code === "pack_blocked" ? PACK_MESSAGES.packBlocked : MESSAGES[code];
    const pattern = await refuse(page, "/admin/get-defence-pack-pdf", code, { message });
    const [tab] = await Promise.all([page.context().waitForEvent("page"), make(page).click()]);
    await expect(alert(said)).toBeVisible();
    await expect.poll(() => tab.isClosed()).toBe(true);
    await expect(make(page)).toBeFocused();
    await page.unroute(pattern);
  }
  await page.route(MAKE, (route) => route.abort());
  await make(page).click();
  await expect(alert("can't be reached")).toBeVisible();
  await page.unroute(MAKE);
  const { tab } = await opened(page, MAKE, () => make(page).click());
  await tab.close();
});

test("a second press creates no second pack", async ({ page, request, signInAs, intake }) => {
  const token = await signInAs("Team");
  const id = await readyOrder(request, token, intake);
  await openPack(page, id);
  let sent = 0;
  let tabs = 0;
  page.context().on("page", () => {
    tabs += 1;
  });
  page.on("request", (asked) => {
    if (asked.url().endsWith("/get-defence-pack-pdf")) sent += 1;
  });
  const { tab } = await opened(page, MAKE, () =>
    make(page).evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    }),
  );
  await expect(dialog(page).getByText("Defence Pack 1 is open in a new tab.")).toBeVisible();
  expect([sent, tabs]).toEqual([1, 1]);
  await tab.close();
});

test("an ended session leads to the sign-in and leaves no empty tab", async ({ page, request, signInAs, intake }) => {
  const token = await signInAs("Team");
  const id = await readyOrder(request, token, intake);
  await openPack(page, id);
  await refuse(page, "/admin/get-defence-pack-pdf", "session_ended", { message: AUTH_MESSAGES.sessionEnded });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), make(page).click()]);
  await expect(page).toHaveURL("/");
  await expect(page.getByText(AUTH_MESSAGES.sessionEnded).first()).toBeVisible();
  await expect.poll(() => tab.isClosed()).toBe(true);
});

test("a pack is offered in the dialog when the browser blocks the new tab @7-021", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const id = await readyOrder(request, token, intake);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openPack(page, id);
  await make(page).click();
  await expect(dialog(page).getByText("Your browser did not open a new tab.")).toBeVisible();
  const link = dialog(page).getByRole("link", { name: "Open Defence Pack 1" });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await expect.poll(() => tab.url()).toMatch(/^blob:/);
  await tab.close();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("link", { name: "Save as a file" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`defence-pack-1-order-${id}.pdf`);
});

test("the pack that answers the dispute is named and linked", async ({ page, request, signInAs, intake }) => {
  const id = await intake();
  const token = await signInAs("Team");
  const dispute = await openDispute(request, token, id);
  await openPack(page, id);
  await expect(dialog(page).getByText("reason is not entered yet")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Edit dispute" }).click();
  await expect(page.getByRole("dialog", { name: "Edit dispute" }).getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await changeDispute(request, token, dispute, { reason: "not_authorised" });
  await openPack(page, id);
  await dialog(page).getByRole("button", { name: "Go to Defence Pack 2" }).click();
  await expect(dialog(page, "Defence Pack 2")).toBeVisible();
  await expect(dialog(page, "Defence Pack 2").getByRole("note")).toHaveCount(0);
});

test("a pack can be made with the keyboard alone, and the palette leads to both", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const id = await readyOrder(request, token, intake);
  await openOrder(page, id);
  await press(page, button(page, "Defence Pack 1"));
  await expect(make(page)).toBeEnabled();
  const { tab } = await opened(page, MAKE, () => press(page, make(page)));
  await tab.close();
  await expect(make(page)).toBeFocused();
  await press(
    page,
    dialog(page)
      .getByRole("button", { name: /^Copy SHA-256/ })
      .first(),
  );
  await page.keyboard.press("Escape");
  await expect(button(page, "Defence Pack 1")).toBeFocused();
  await expectFocusShown(page);
  await jump(page, "pack 2", "Defence Pack 2");
  await expect(dialog(page, "Defence Pack 2")).toBeVisible();
});
