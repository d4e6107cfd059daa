import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import { type DefencePackDetails, defencePackDetails, makeDefencePack } from "#contract/packs/packs.ts";
import { countCalls, REQUEST_ID, refuse } from "./support/answers.ts";
import type { Desk } from "./support/desk.ts";
import { expectFocusShown, jump, press } from "./support/keyboard.ts";
import type { Member } from "./support/member.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const MAKE = "**/api/admin/get-defence-pack-pdf";
const DETAILS = "**/api/admin/defence-pack-details";

const dialog = (page: Page, name = "Defence Pack 1") => page.getByRole("dialog", { name });
const make = (page: Page) => dialog(page).getByRole("button", { name: "Make and open" });
const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function openPack(screen: Screen, orderId: number): Promise<void> {
  await screen.openOrder(orderId);
  await screen.button("Defence Pack 1").click();
  await expect(make(screen.page)).toBeVisible();
}

/** A paid order with its document mailed and its transaction known: its pre-flight has no red check. */
async function readyOrder(desk: Desk, member: Member): Promise<number> {
  const email = "pack.ready@example.com";
  const orderId = await desk.intake({ email, transaction_id: "ch_ready", merchant_name: "Ready Shop" });
  await member.upload(orderId, email);
  const level = async () => (await member.call(defencePackDetails, { orderId })).preflight.pack1.level;
  await expect.poll(level).not.toBe("red");
  return orderId;
}

/** Opens the dialog of a ready order. @returns its id */
async function openReadyPack(desk: Desk): Promise<number> {
  const id = await readyOrder(desk, await desk.signIn("Team"));
  await openPack(desk, id);
  return id;
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
  desk,
}) => {
  const id = await desk.intake();
  const telecaller = await desk.signIn("Telecaller");
  await desk.openOrder(id);
  await expect(page.getByRole("button", { name: /^Defence Pack/ })).toHaveCount(0);
  const refused = await telecaller.answer(makeDefencePack, { orderId: id, defencePackType: 1 });
  expect(refused.status()).toBe(422);
  await telecaller.move(id, "Customer Called");
  for (const name of ["Defence Pack 1", "Defence Pack 2"]) {
    await desk.button(name).click();
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page, name)).toBeHidden();
    await expect(desk.button(name)).toBeFocused();
  }
});

test("a pack opens in its own tab and opens again byte for byte @7-020 @7-021", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const telecaller = await desk.signIn("Telecaller");
  const id = await readyOrder(desk, telecaller);
  await keepFiles(page);
  await openPack(desk, id);
  await expect(dialog(page).getByText("None yet.")).toBeVisible();
  const made = await opened(page, MAKE, () => make(page).click());
  expect(made.request.headers().authorization).toBe(await telecaller.token());
  expect(made.request.postDataJSON()).toMatchObject({ orderId: id, defencePackType: 1 });
  const bytes = await lastFile(page);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  await made.tab.close();
  await expect(desk.toast("Defence Pack 1 is ready.")).toBeVisible();
  await expect(dialog(page).getByText("Defence Pack 1 is open in a new tab.")).toBeVisible();
  const row = dialog(page).getByRole("listitem").filter({ hasText: "by Telecaller Member" });
  await expect(row).toContainText(digestOf(bytes).slice(0, 12));

  const again = await opened(page, /\/api\/admin\/defence-packs\/\d+$/, () =>
    row.getByRole("button", { name: /^Open the pack of/ }).click(),
  );
  expect((await lastFile(page)).equals(bytes)).toBe(true);
  await again.tab.close();
  await page.keyboard.press("Escape");
  await expect(desk.section("History")).toContainText("Telecaller Member made Defence Pack 1 of");
});

test("missing facts are listed with a link to enter them and back", { tag: "@core" }, async ({ page, desk }) => {
  const email = "pack.missing@example.com";
  const id = await desk.intake({ email });
  const team = await desk.signIn("Team");
  await team.move(id, "Customer Called");
  await openPack(desk, id);
  await expect(make(page)).toBeDisabled();
  await expect(make(page)).toHaveAccessibleDescription(/until these are added/);
  await expect(dialog(page).getByText(PACK_MESSAGES.preflightTransaction)).toBeVisible();

  await dialog(page).getByRole("button", { name: "Enter Transaction Details" }).click();
  const transaction = desk.dialog("Transaction details");
  await transaction.getByLabel("Transaction Id").fill("ch_now");
  await transaction.getByLabel("Merchant Name").fill("Now Shop");
  await transaction.getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByText(PACK_MESSAGES.preflightTransaction)).toBeHidden();

  await dialog(page).getByRole("button", { name: "Upload the document" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.locator("input[type=file]")).toBeFocused();
  await expectFocusShown(page);

  await team.upload(id, email);
  await desk.button("Defence Pack 1").click();
  await expect(dialog(page).getByText(PACK_MESSAGES.preflightDocument)).toBeHidden();
});

test("a document that was never mailed is mailed from the pre-flight", async ({ page, desk }) => {
  const email = "pack.unmailed@example.com";
  const id = await desk.intake({ email });
  await (await desk.signIn("Team")).upload(id, email);
  await withDetails(desk, id, "red", [{ code: "delivery_mail_missing", level: "red", message: "No mail." }]);
  await expect(desk.main.locator("header [data-status]")).toHaveText("Completed");
  await desk.button("Defence Pack 1").click();
  await dialog(page).getByRole("button", { name: "Resend the document" }).click();
  await expect(desk.dialog("Resend the document")).toBeVisible();
});

/** Opens an order with a simulated pre-flight. */
async function withDetails(
  screen: Screen,
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
  await screen.page.route(DETAILS, (route) => route.fulfill({ json: { status: 1, message: "", data } }));
  await screen.openOrder(orderId);
}

test("a Manager overrides the pre-flight with a reason; others see who can", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.intake();
  const nightStaff = await desk.signIn("Night Staff");
  await nightStaff.move(id, "Customer Called");
  await openPack(desk, id);
  await expect(make(page)).toHaveAccessibleDescription(new RegExp(PACK_MESSAGES.packOverrideForbidden));
  await expect(dialog(page).getByRole("button", { name: "Make it anyway" })).toHaveCount(0);

  await desk.signIn("Manager");
  await openPack(desk, id);
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

test("a pack that fails shows the reason, closes its tab and offers a retry", async ({ page, desk }) => {
  await openReadyPack(desk);
  const alert = (text: string) => desk.toastBy("alert", text);
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

test("a second press creates no second pack", async ({ page, desk }) => {
  await openReadyPack(desk);
  const sent = countCalls(page, "/get-defence-pack-pdf");
  let tabs = 0;
  page.context().on("page", () => {
    tabs += 1;
  });
  const { tab } = await opened(page, MAKE, () =>
    make(page).evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    }),
  );
  await expect(dialog(page).getByText("Defence Pack 1 is open in a new tab.")).toBeVisible();
  expect([sent(), tabs]).toEqual([1, 1]);
  await tab.close();
});

test("an ended session leads to the sign-in and leaves no empty tab", async ({ page, desk }) => {
  await openReadyPack(desk);
  await refuse(page, "/admin/get-defence-pack-pdf", "session_ended", { message: AUTH_MESSAGES.sessionEnded });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), make(page).click()]);
  await expect(page).toHaveURL("/");
  await expect(page.getByText(AUTH_MESSAGES.sessionEnded).first()).toBeVisible();
  await expect.poll(() => tab.isClosed()).toBe(true);
});

test("a pack is offered in the dialog when the browser blocks the new tab @7-021", async ({ page, desk }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const id = await openReadyPack(desk);
  await make(page).click();
  await expect(dialog(page).getByText("Your browser did not open a new tab.")).toBeVisible();
  const link = dialog(page).getByRole("link", { name: "Open Defence Pack 1" });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await expect.poll(() => tab.url()).toMatch(/^blob:/);
  await tab.close();
  const saved = await desk.download(dialog(page).getByRole("link", { name: "Save as a file" }));
  expect(saved.suggestedFilename()).toBe(`defence-pack-1-order-${id}.pdf`);
});

test("the pack that answers the dispute is named and linked", async ({ page, desk }) => {
  const id = await desk.intake();
  const team = await desk.signIn("Team");
  const dispute = await team.openDispute(id);
  await openPack(desk, id);
  await expect(dialog(page).getByText("reason is not entered yet")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Edit dispute" }).click();
  await expect(desk.dialog("Edit dispute").getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await team.changeDispute(dispute, { reason: "not_authorised" });
  await openPack(desk, id);
  await dialog(page).getByRole("button", { name: "Go to Defence Pack 2" }).click();
  await expect(dialog(page, "Defence Pack 2")).toBeVisible();
  await expect(dialog(page, "Defence Pack 2").getByRole("note")).toHaveCount(0);
});

test("a pack can be made with the keyboard alone, and the palette leads to both", async ({ page, desk }) => {
  await desk.openOrder(await readyOrder(desk, await desk.signIn("Team")));
  await press(page, desk.button("Defence Pack 1"));
  await expect(make(page)).toBeEnabled();
  const { tab } = await opened(page, MAKE, () => press(page, make(page)));
  await tab.close();
  await expect(make(page)).toBeFocused();
  const copies = dialog(page).getByRole("button", { name: /^Copy SHA-256/ });
  await press(page, copies.first());
  await page.keyboard.press("Escape");
  await expect(desk.button("Defence Pack 1")).toBeFocused();
  await expectFocusShown(page);
  await jump(page, "pack 2", "Defence Pack 2");
  await expect(dialog(page, "Defence Pack 2")).toBeVisible();
});
