import type { CDPSession, Page } from "@playwright/test";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import { inviteTeamMember } from "#contract/team/invitations.ts";
import type { Desk } from "./support/desk.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.use({ expectedErrors: ["Failed to load resource"] });
test.beforeEach(async ({ control }) => void (await control("/factors/clear")));
test.afterEach(async ({ control }) => void (await control("/factors/clear")));

interface Device {
  cdp: CDPSession;
  authenticatorId: string;
  /** Whether somebody touches it when asked; else questions wait. A passkey in a field is picked by the touch. */
  touch(isTouched: boolean): Promise<void>;
}

const OPTIONS = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Chromium's own authenticator, built into the device. */
async function plugIn(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options: OPTIONS });
  // Chromium shows nowhere that a question waits in a field.
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      const answer = get(options);
      if (options?.mediation === "conditional") document.documentElement.setAttribute("data-offers", "passkeys");
      return answer;
    };
  });
  const touch = async (enabled: boolean) =>
    void (await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }));
  return { cdp, authenticatorId, touch };
}

/** Presses the button that asks for a passkey, and touches the device. */
async function press(desk: Desk, device: Device, button: string): Promise<void> {
  await device.touch(true);
  await desk.button(button).click();
}

async function namePasskey(desk: Desk, name: string): Promise<void> {
  await desk.button("Add a passkey").click();
  const dialog = desk.dialog("Add a passkey");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add the passkey" }).click();
}

/** Adds a passkey under Your sign-in and keeps the recovery codes. */
async function addPasskey(page: Page, desk: Desk, name: string): Promise<void> {
  await namePasskey(desk, name);
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await page.getByLabel("I have kept them").check();
  await page.getByLabel("End all other sessions").uncheck();
  await desk.button("Done").click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText(name);
}

/** Leaves a passkey offered in the field Email ID, which nobody touches. */
async function signOut(page: Page, device: Device): Promise<void> {
  await device.touch(false);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await expect(page.locator("html[data-offers]")).toBeAttached();
}

test.describe("on localhost", () => {
  // Passkeys belong to a name, not to an IP address.
  test.use({ baseURL: async ({ program }, use) => await use(program.address.replace("127.0.0.1", "localhost")) });

  test("a member adds a passkey and signs in with it alone, after the password, and to confirm", {
    tag: "@core",
  }, async ({ page, desk, accounts }) => {
    const device = await plugIn(page);
    const { cdp, authenticatorId } = device;
    await desk.signIn("Team", "/admin/account");
    await addPasskey(page, desk, "Office laptop");
    await desk.expectAccessible();

    await test.step("alone, without an email", async () => {
      await signOut(page, device);
      await desk.expectAccessible();
      await press(desk, device, "Sign in with a passkey");
      await expect(page).toHaveURL("/admin");
    });

    await test.step("after the password", async () => {
      await signOut(page, device);
      await desk.submitSignIn(staffEmail("Team"));
      await expect(page.getByText("One more step")).toBeVisible();
      await desk.expectAccessible();
      await press(desk, device, "Use a passkey");
      await expect(page).toHaveURL("/admin");
    });

    await test.step("to confirm that it is them", async () => {
      await page.goto("/admin/account");
      await accounts.ageSignIns();
      await desk.button("Remove Office laptop").click();
      await desk.button("Yes").click();
      const dialog = desk.dialog("Please confirm it is you");
      await dialog.getByRole("button", { name: "Use a passkey" }).click();
      await expect(desk.toast(FACTOR_ANSWERS.passkeyRemoved)).toBeVisible();
      await expect(page.getByRole("list", { name: "Passkeys" })).toHaveCount(0);
    });

    await test.step("nobody there: nothing was used", async () => {
      await signOut(page, device);
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
      await press(desk, device, "Sign in with a passkey");
      await expect(page.getByText("Nothing was used. Try again, or sign in another way.")).toBeVisible();
    });
  });

  test("the field Email ID offers a passkey, until another way is taken", async ({ page, desk }) => {
    const device = await plugIn(page);
    await desk.signIn("Team", "/admin/account");
    await addPasskey(page, desk, "Office laptop");

    await test.step("picked there, it signs in", async () => {
      await device.touch(false);
      await page.evaluate(() => localStorage.clear());
      await device.touch(true);
      await page.goto("/");
      await expect(page).toHaveURL("/admin");
    });

    await test.step("a wrong password takes it back and lets it return", async () => {
      await signOut(page, device);
      await expect(page.getByLabel("Email ID")).toHaveAttribute("autocomplete", "username webauthn");
      // The offer that waits was not touched; the next one is.
      await device.touch(true);
      const refused = page.waitForResponse("**/api/admin/admin-login");
      await desk.submitSignIn(staffEmail("Team"), "not the password 7");
      expect((await refused).status()).toBe(401);
      await expect(page).toHaveURL("/admin");
    });

    await test.step("the second step begins without it", async () => {
      await signOut(page, device);
      await desk.submitSignIn(staffEmail("Team"));
      await press(desk, device, "Use a passkey");
      await expect(page).toHaveURL("/admin");
    });
  });

  test("a browser that fills in no passkeys asks for no offer, and one without passkeys tells nothing", async ({
    page,
    desk,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => request.url().endsWith("/passkey-options") && asked.push(request.url()));
    await plugIn(page);
    await page.goto("/");
    await expect(page.locator("html[data-offers]")).toBeAttached();
    await expect(desk.button("Sign in with a passkey")).toBeEnabled();
    await expect(desk.toasts).toHaveCount(0);
    expect(asked).toHaveLength(1);

    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await page.goto("/");
    await desk.submitSignIn(staffEmail("Team"));
    await expect(page).toHaveURL("/admin");
    expect(asked).toHaveLength(1);
  });

  test("one that was removed is offered no more, nor one that is not known here", async ({ page, desk }) => {
    const device = await plugIn(page);
    const { cdp, authenticatorId } = device;
    const held = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    await desk.signIn("Team", "/admin/account");
    await addPasskey(page, desk, "Office laptop");
    const [removed] = await held();
    if (removed === undefined) throw new Error("the authenticator has no passkey");
    await desk.button("Remove Office laptop").click();
    await desk.button("Yes").click();
    await expect(desk.toast(FACTOR_ANSWERS.passkeyRemoved)).toBeVisible();
    await expect.poll(held).toEqual([]);

    await test.step("removed while this device was away", async () => {
      await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: removed });
      await page.reload();
      await expect.poll(held).toEqual([]);
    });

    await test.step("used although it was removed", async () => {
      await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: removed });
      await signOut(page, device);
      await press(desk, device, "Sign in with a passkey");
      await expect(desk.toast(FACTOR_ANSWERS.passkeyUnknown)).toBeVisible();
      await expect.poll(held).toEqual([]);
    });
  });

  test("a role that needs passkeys adds one by a mailed link, and a code opens nothing", async ({
    page,
    desk,
    control,
  }) => {
    const device = await plugIn(page);
    await control("/factors/require-passkeys");
    await desk.signIn("Admin", "/admin/account");
    await expect(page.getByText("A passkey is needed from").first()).toBeVisible();
    await control("/factors/overdue");
    await signOut(page, device);
    await desk.submitSignIn(staffEmail("Admin"));
    await expect(desk.toast(FACTOR_ANSWERS.setUpNeeded)).toBeVisible();
    await expect.poll(() => control("/factors/set-up-token")).toMatch(/^[\w-]{43}$/);
    await page.goto(`/set-up-factor#token=${await control("/factors/set-up-token")}`);
    await desk.button("Begin").click();
    await page.getByLabel("Name").fill("Office laptop");
    await expect(desk.button("Use an authenticator app instead")).toHaveCount(0);
    await desk.expectAccessible();
    await press(desk, device, "Add the passkey");
    const code = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").first().textContent();
    await page.getByLabel("I have kept them").check();
    await device.touch(false);
    await desk.button("Go on to Sign In").click();

    await test.step("a right code brings a link and the first step", async () => {
      await desk.submitSignIn(staffEmail("Admin"));
      await desk.button("Use a recovery code").click();
      await page.getByLabel("Recovery code").fill(code ?? "");
      await page.evaluate(() => document.documentElement.removeAttribute("data-offers"));
      await desk.button("Confirm").click();
      await expect(desk.toast(FACTOR_MESSAGES.passkeyNeeded)).toBeVisible();
      await expect(page.getByLabel("Email ID")).toBeVisible();
      // Else the touch picks the field's offer, and the button goes.
      await expect(page.locator("html[data-offers]")).toBeAttached();
    });
    await press(desk, device, "Sign in with a passkey");
    await expect(page).toHaveURL("/admin");
  });

  test("only passkeys for me: with two of them, the password opens and confirms nothing", async ({
    page,
    desk,
    accounts,
  }) => {
    const { cdp, authenticatorId: first } = await plugIn(page);
    await desk.signIn("Team", "/admin/account");
    await addPasskey(page, desk, "Office laptop");
    const choice = page.getByRole("switch", { name: "Only passkeys for me" });
    await choice.click();
    await expect(desk.toast(FACTOR_ANSWERS.passkeysTwo)).toBeVisible();
    await expect(choice).not.toBeChecked();

    // An authenticator takes one passkey of a member.
    await namePasskey(desk, "The same laptop");
    const dialog = desk.dialog("Add a passkey");
    await expect(dialog.getByText(/^This device holds a passkey of yours already/)).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("The same laptop");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: first });
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options: OPTIONS });
    const touch = async (enabled: boolean) =>
      void (await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }));
    const key = { cdp, authenticatorId, touch };
    await namePasskey(desk, "Key on my ring");
    await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(2);
    await choice.click();
    await expect(desk.toast(FACTOR_ANSWERS.passkeysOnlySet)).toBeVisible();
    await expect(choice).toBeChecked();
    await desk.expectAccessible();
    await desk.button("Remove Office laptop").click();
    await desk.button("Yes").click();
    await expect(desk.toast(FACTOR_ANSWERS.passkeysTwoKept)).toBeVisible();

    await test.step("the password is as good as a wrong one", async () => {
      await signOut(page, key);
      // The field's next offer is taken.
      await key.touch(true);
      const refused = page.waitForResponse("**/api/admin/admin-login");
      await desk.submitSignIn(staffEmail("Team"));
      expect(await (await refused).json()).toMatchObject({ message: AUTH_MESSAGES.signInWrong });
      await expect(page).toHaveURL("/admin");
    });

    await test.step("it is allowed again, confirmed by a passkey", async () => {
      await page.goto("/admin/account");
      await accounts.ageSignIns();
      await choice.click();
      const dialog = desk.dialog("Please confirm it is you");
      await expect(dialog.getByText("Please use a passkey to continue.")).toBeVisible();
      await expect(dialog.getByLabel("Your password")).toHaveCount(0);
      await desk.expectAccessible();
      await dialog.getByRole("button", { name: "Use a passkey" }).click();
      await expect(desk.toast(FACTOR_ANSWERS.passwordAllowed)).toBeVisible();
      await expect(choice).not.toBeChecked();
    });
  });

  test("an invitation ends with a passkey instead of a password", async ({ page, desk, accounts, baseURL }) => {
    const device = await plugIn(page);
    const email = `new.comer.${Date.now()}@staff.example`;
    const before = await accounts.newestResetLink();
    await desk.member("Admin").call(inviteTeamMember, { name: "New Comer", email, type: "Team" });
    await expect.poll(accounts.newestResetLink).not.toBe(before);
    await page.goto((await accounts.newestResetLink()).replace(/^http:\/\/[^/]+/, baseURL ?? ""));
    await desk.button("Use a passkey instead of a password").click();
    await expect(page.getByLabel("New password")).toHaveCount(0);
    await expect(page.getByLabel("Name")).toBeFocused();
    await desk.expectAccessible();

    await test.step("broken off, it begins again", async () => {
      await desk.button("Cancel").click();
      await expect(page.getByLabel("New password")).toBeVisible();
      await desk.button("Use a passkey instead of a password").click();
    });
    await page.getByLabel("Name").fill("Office laptop");
    await desk.button("Add the passkey").click();
    await expect(desk.toast(LINK_MESSAGES.invitationAcceptedByPasskey)).toBeVisible();
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await desk.expectAccessible();
    await page.getByLabel("I have kept them").check();
    await device.touch(false);
    await desk.button("Go on to Sign In").click();
    await expect(page.getByLabel("Email ID")).toHaveValue(email);
    await expect(page.locator("html[data-offers]")).toBeAttached();
    await press(desk, device, "Sign in with a passkey");
    await expect(page).toHaveURL("/admin");
  });

  test("a copied passkey, whose counter goes back, is suspended", async ({ page, desk }) => {
    const device = await plugIn(page);
    const { cdp, authenticatorId } = device;
    await desk.signIn("Night Staff", "/admin/account");
    await addPasskey(page, desk, "Key");
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    const [copy] = credentials;
    if (copy === undefined) throw new Error("the authenticator has no passkey");
    for (let uses = 0; uses < 2; uses += 1) {
      await signOut(page, device);
      await press(desk, device, "Sign in with a passkey");
      await expect(page).toHaveURL("/admin");
    }
    await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
    await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...copy, signCount: 0 } });
    await signOut(page, device);
    await press(desk, device, "Sign in with a passkey");
    await expect(desk.toast(FACTOR_ANSWERS.passkeySuspended)).toBeVisible();
    await expect(page).toHaveURL("/");
  });
});

test("at an IP address the sign-in offers none, and Your sign-in says where they work", async ({ page, desk }) => {
  await page.goto("/");
  await expect(desk.button("Sign In")).toBeVisible();
  await expect(desk.button("Sign in with a passkey")).toHaveCount(0);
  await desk.signIn("Telecaller", "/admin/account");
  await expect(desk.button("Set up an authenticator app")).toBeVisible();
  await expect(page.getByText("Passkeys can be added and used only at")).toBeVisible();
  await expect(page.getByRole("link", { name: /^http:\/\/localhost:\d+$/ })).toBeVisible();
  await expect(desk.button("Add a passkey")).toHaveCount(0);
});
