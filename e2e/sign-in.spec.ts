import { boxOf, styleOf } from "./support/looks.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refused sign-in.
test.use({ expectedErrors: ["the server responded with a status of 401"], colorScheme: "light" });

test("the sign-in has its fields, its checkbox and its button, and every one has a name @2-004 @2-005 @2-006 @2-176", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Sign In · Sri Lanka Arrival Card");
  await expect(page.getByRole("textbox", { name: "Email ID" })).toHaveAttribute("type", "email");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("type", "password");
  await expect(page.getByRole("checkbox", { name: "Remember me" })).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await page.getByRole("button", { name: "Show or hide what you typed" }).click();
  await expect(password).toHaveAttribute("type", "text");
});

test("a sign-in shows the server's message and opens the console @2-007 @2-008", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await page.route("**/api/admin/admin-login", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), message: "Words of the server" } });
  });
  await page.goto("/");
  await desk.submitSignIn(staffEmail("Night Staff"));
  await expect(page.locator(".Toastify__toast--success")).toHaveText(/Words of the server/);
  await expect(page).toHaveURL("/admin");
  await expect(page.getByRole("button", { name: "Welcome Night Staff Member" })).toBeVisible();
});

test("a refused sign-in shows the server's message, stays on the page and keeps the input @2-009 @7-048 @8-009", {
  tag: "@core",
}, async ({ page, desk }) => {
  await page.goto("/");
  await desk.submitSignIn(staffEmail("Team"), "wrong horse");
  await expect(page.locator(".Toastify__toast--error")).toHaveText(/Invalid email or password/);
  await expect(page).toHaveURL("/");
  await expect(page.getByLabel("Email ID")).toHaveValue(staffEmail("Team"));
  expect(await desk.storedUser()).toBeNull();
  await page.route("**/api/admin/admin-login", (route) =>
    route.fulfill({
      status: 401,
      json: { status: 0, message: "Other words", code: "unauthenticated", requestId: "r" },
    }),
  );
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.locator(".Toastify__toast--error").filter({ hasText: "Other words" })).toBeVisible();
});

test("repeated failures don't stack their toasts, and success closes them", async ({ page }) => {
  await page.goto("/");
  const errors = page.locator(".Toastify__toast--error");
  await page.getByLabel("Email ID").fill(staffEmail("Team"));
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = page.waitForResponse("**/api/admin/admin-login");
    await page.getByRole("button", { name: "Sign In" }).click();
    await answer;
    await expect(errors).toHaveCount(1);
  }
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/admin");
  await expect(errors).toHaveCount(0);
});

test("a ticked checkbox keeps the session for two weeks @2-176 @3-001 @3-002 @9-002", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Email ID").fill(staffEmail("Telecaller"));
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("checkbox", { name: "Remember me" }).check();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/admin");
  const stored: { accessToken: string } = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}"));
  const { iat, exp } = JSON.parse(Buffer.from(stored.accessToken.split(".")[1] ?? "", "base64url").toString());
  expect(exp - iat).toBe(14 * 24 * 3600);
});

test("the sign-in is a white card with a round badge before a picture as high as the window @2-172 @2-173 @2-174 @2-175 @2-178 @9-019", async ({
  page,
  desk,
}) => {
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 991, height: 700 },
    { width: 767, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      const scene = desk.main;
      const badge = scene.locator("img");
      const card = scene.locator("> div");
      expect(await styleOf(scene, "background-image")).toMatch(/^url\(.+coast.+\.svg"\)$/);
      expect(await styleOf(scene, "background-size")).toBe("cover");
      const [sceneBox, cardBox, badgeBox] = [await boxOf(scene), await boxOf(card), await boxOf(badge)];
      expect(sceneBox).toMatchObject({ x: 0, y: 0, width });
      expect(sceneBox.height).toBeGreaterThanOrEqual(height);
      // The theme's white is a warm white.
      const white = (await styleOf(card, "background-color")).match(/\d+/g)?.map(Number) ?? [];
      expect(Math.min(...white), white.join()).toBeGreaterThanOrEqual(249);
      expect(await styleOf(card, "max-width")).toBe("810px");
      expect(cardBox.width).toBe(Math.min(810, width - 32));
      expect(Math.abs(cardBox.x * 2 + cardBox.width - width)).toBeLessThanOrEqual(1);
      expect(await styleOf(badge, "border-radius")).toBe("50%");
      expect(badgeBox.width).toBe(badgeBox.height);
      expect(await badge.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      for (const field of [
        page.getByLabel("Email ID"),
        page.getByLabel("Password", { exact: true }),
        page.getByRole("checkbox"),
        page.getByRole("button", { name: "Sign In" }),
      ]) {
        const fieldBox = await boxOf(field);
        expect(fieldBox.x).toBeGreaterThanOrEqual(cardBox.x);
        expect(fieldBox.x + fieldBox.width).toBeLessThanOrEqual(cardBox.x + cardBox.width);
        expect(fieldBox.y + fieldBox.height).toBeLessThanOrEqual(cardBox.y + cardBox.height);
      }
      const action = page.getByRole("button", { name: "Sign In" });
      expect(await styleOf(action, "background-color")).toBe("rgb(11, 110, 106)");
      expect((await boxOf(action)).width).toBe((await boxOf(page.getByLabel("Email ID"))).width);
    });
  }
});
