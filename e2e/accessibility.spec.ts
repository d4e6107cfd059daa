import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { MONTHS } from "#contract/dates.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/order-id.ts";
import type { Role } from "#contract/roles.ts";
import { uploadDocument } from "./support/answers.ts";
import { changeDispute, openDispute } from "./support/disputes.ts";
import { breakAnswers, holdAnswers, lookAround } from "./support/looks.ts";
import { changeStatus } from "./support/orders.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Up to four states a screen, with four looks of axe each: half a minute on a quiet machine, minutes on a busy one.
test.describe.configure({ timeout: 300_000 });
test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium's own lines for answers broken on purpose, and for a driver that looks into a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const FULL = {
  full_name: "Anuradhapura-Polonnaruwa Wickramasinghe de Silva y Rodríguez-Featherstonehaugh",
  email: "wickramasinghe.featherstonehaugh+arrival@travellers.example.com",
  nationality: "GB",
  passport_number: "P1234567",
  sex: "Female",
  date_of_birth: "1990-02-03",
  phone_code: "+44",
  telephone_number: "07700 900123",
  travel_mode: "Air",
  flight_number: "UL504",
  port_of_departure: "London",
  port_of_arrival: "Colombo",
  purpose_of_visit: "Holiday",
  place_of_stay: "12 Galle Road, Colombo 03",
  transaction_id: "pi_3QxTransactionOfThirtyCharacters0123456789",
  merchant_name: "Stripe UK",
  device: "Windows PC",
};

type Intake = (order?: Record<string, unknown>) => Promise<number>;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const retry = (page: Page) => page.getByRole("button", { name: "Retry" });
const dialog = (page: Page) => page.getByRole("dialog");
/** An order is processed three days before its arrival. */
const PROCESSING_LEAD = 3;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A member whose name and address break a screen that trusts in short ones; the ":member" of the addresses below. */
const LONG_NAMED = {
  name: `${"Aninvisiblylongfamilyname".repeat(4)} <b>of three islands</b>`,
  email: `${"a.very.long.address.".repeat(4)}${Date.now()}@staff.example`,
  type: "Night Staff",
  password: "quiet lagoon 4",
};
let memberId = 0;

interface Screen {
  /** Who looks; nobody is signed in without it. */
  as?: Role;
  path: string;
  /** Glob of the calls whose answers are held and broken; without it the screen has one state. */
  calls?: string;
  /** There once everything is. */
  full: (page: Page) => Locator;
  /** Done after the screen stands, for a state that is reached on it. */
  act?: (page: Page) => Promise<void>;
  /** The address with nothing to show, or what the calls, or some of them, answer then. */
  empty?: { path?: string; data?: unknown; calls?: string; shown: (page: Page) => Locator };
}

const LIST_CALLS = "**/api/admin/{get-orders-list/**,search-order,get-folder-count}";

function listScreen(path: string, extra: Partial<Screen> = {}): Screen {
  return {
    as: "Admin",
    path,
    calls: LIST_CALLS,
    full: (page) => page.getByRole("link", { name: /^View order/ }),
    empty: { path: `${path}?search=nobody-has-this-name`, shown: (page) => page.getByText(MESSAGES.noRecords) },
    ...extra,
  };
}

const SCREENS: Record<string, Screen> = {
  "the sign-in": { path: "/", full: (page) => page.getByRole("button", { name: "Sign In" }) },
  "the sign-in with its errors": {
    path: "/",
    full: (page) => page.getByText(MESSAGES.signInEmailRequired),
    act: (page) => page.getByRole("button", { name: "Sign In" }).click(),
  },
  "the forgotten password": {
    path: "/forgot-password",
    full: (page) => page.getByText(MESSAGES.signInEmailRequired),
    act: (page) => page.getByRole("button", { name: "Send link" }).click(),
  },
  "the new password": {
    path: `/reset-password#token=${"A".repeat(43)}`,
    full: (page) => page.getByText(MESSAGES.newPasswordRequired),
    act: (page) => page.getByRole("button", { name: "Set password" }).click(),
  },
  "the new password without a link": {
    path: "/reset-password",
    full: (page) => page.getByRole("link", { name: "Ask for a new link" }),
  },
  "the dashboard": listScreen("/admin", {
    empty: { path: "/admin?search=nobody-has-this-name", shown: (page) => page.getByText(MESSAGES.noRecords) },
  }),
  "New Order": listScreen("/admin/recent-order"),
  "Contact Customer": listScreen("/admin/contact-customer"),
  "Deleted Orders": listScreen("/admin/deleted-order"),
  "Refund Orders": listScreen("/admin/refund-order"),
  "the months of Future Order": {
    as: "Team",
    path: "/admin/future-order",
    calls: LIST_CALLS,
    full: (page) => page.getByRole("main").getByRole("button", { name: /^Jan/ }),
    empty: {
      calls: "**/api/admin/get-orders-list/**",
      data: {
        status: 1,
        message: "",
        data: [],
        total: 0,
        months: Object.fromEntries(MONTHS.map((month) => [month, 0])),
      },
      shown: (page) => page.getByRole("main").getByRole("button", { name: "Jan 0" }),
    },
  },
  "a month of Future Order": listScreen(`/admin/future-order?month=${monthOf(inDays(90 - PROCESSING_LEAD))}`, {
    empty: {
      path: `/admin/future-order?month=${monthOf(inDays(90 - PROCESSING_LEAD))}&search=nobody-has-this-name`,
      shown: (page) => page.getByText(MESSAGES.noRecords),
    },
  }),
  "the country report": {
    as: "Team",
    path: "/admin/country-order-list?size=all",
    calls: "**/api/admin/get-country-order-count",
    full: (page) => page.getByRole("rowheader"),
    empty: {
      path: "/admin/country-order-list?search=no-such-country",
      shown: (page) => page.getByText(MESSAGES.noRecords),
    },
  },
  "the gateway setting": {
    as: "Admin",
    path: "/admin/gateway-setting",
    calls: "**/api/admin/{payment-gateways,activity}",
    full: (page) => page.getByRole("button", { name: "Active Gateway" }),
    empty: {
      data: { status: 1, message: "", data: [] },
      shown: (page) => page.getByText(MESSAGES.noRecords),
    },
  },
  "the mail templates": {
    as: "Telecaller",
    path: "/admin/mail-templates",
    calls: "**/api/admin/mail-templates",
    full: (page) => page.getByRole("tab", { name: "As it looks" }),
  },
  "the disputes": {
    as: "Team",
    path: "/admin/disputes",
    calls: "**/api/admin/disputes*",
    full: (page) => page.getByRole("main").getByRole("link", { name: /^Order \d+$/ }),
    empty: {
      data: { status: 1, message: "", data: [], total: 0, open: 0, due_soon: 0, overdue: 0 },
      shown: (page) => page.getByText("No open dispute"),
    },
  },
  "the closed disputes": {
    as: "Team",
    path: "/admin/disputes?state=closed",
    full: (page) => page.getByRole("main").getByRole("link", { name: /^Order \d+$/ }),
  },
  "the own password": {
    as: "Team",
    path: "/admin/change-password",
    full: (page) => page.getByRole("main").getByText(MESSAGES.newPasswordRequired),
    act: (page) => page.getByRole("button", { name: "Update Password" }).click(),
  },
  "the team": {
    as: "Admin",
    path: "/admin/manage-team",
    calls: "**/api/admin/{get-team-*,activity}",
    full: (page) => page.getByText(LONG_NAMED.email),
  },
  "a member of the team": {
    as: "Admin",
    path: "/admin/manage-team/:member",
    calls: "**/api/admin/{get-team-*,team-member-info/**,activity}",
    full: (page) => page.getByRole("button", { name: "Save Member" }),
  },
  "the team, with what is wrong at each field": {
    as: "Admin",
    path: "/admin/manage-team",
    full: (page) => page.getByRole("main").getByText(MESSAGES.teamEmailRequired),
    act: (page) => page.getByRole("button", { name: "Add Member" }).click(),
  },
  "the palette": {
    as: "Team",
    path: "/admin/change-password",
    full: (page) => dialog(page).getByRole("option"),
    act: (page) => page.keyboard.press("Control+k"),
  },
  "the list of shortcuts": {
    as: "Team",
    path: "/admin/called",
    full: (page) => dialog(page).getByRole("switch"),
    act: (page) => page.keyboard.press("?"),
  },
  "the question before a deletion": {
    as: "Admin",
    path: "/admin/manage-team",
    full: (page) => dialog(page).getByRole("button", { name: "Yes" }),
    act: (page) => page.getByRole("button", { name: /^Delete Aninvisibly/ }).click(),
  },
  "an unknown address of the console": {
    as: "Team",
    path: "/admin/nowhere",
    full: (page) => page.getByText("Page not found"),
  },
  "an unknown order": {
    as: "Team",
    path: "/admin/view-order/nonsense",
    full: (page) => page.getByRole("link", { name: "Go to the dashboard" }),
  },
  "a visitor's unknown address": { path: "/track-order/a/b/c", full: heading },
  "the visitor's form": { path: "/track-order", full: (page) => page.getByRole("button", { name: "TRACK ORDER" }) },
  "the visitor's form with its errors": {
    path: "/track-order",
    full: (page) => page.getByText(MESSAGES.trackEmailRequired),
    act: (page) => page.getByRole("button", { name: "TRACK ORDER" }).click(),
  },
  "the visitor's form in Arabic": {
    path: "/track-order",
    full: (page) => page.locator("html[dir=rtl] h1"),
    act: async (page) => {
      await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await page.getByRole("main").getByRole("button").click();
    },
  },
};

/** A month as the console names it. */
function monthOf(day: string): string {
  return new Date(Date.parse(day)).toLocaleString("en", { month: "short", timeZone: "UTC" });
}

/** A session of a member, over the wire. */
async function tokenOf(request: APIRequestContext, role: Role): Promise<string> {
  const data = { email: staffEmail(role), password: STAFF_PASSWORD };
  return (await (await request.post("/api/admin/admin-login", { data })).json()).jwtToken;
}

/** An order with everything that the screens can show of one. */
async function fullOrder(request: APIRequestContext, token: string, intake: Intake): Promise<number> {
  const id = await intake(FULL);
  await uploadDocument(request, token, id, FULL.email);
  for (const remark of ["Told the customer on the telephone.", `A link: https://example.com/${"long-".repeat(30)}`]) {
    const data = {
      orderId: id,
      remark,
      telephone: "Y",
      whatsapp: "Y",
      statusRefund: "Y",
      voided: "Y",
      chargeBack: "Y",
    };
    const headers = { authorization: token };
    expect((await request.post("/api/admin/add-new-remark", { headers, data })).status()).toBe(200);
  }
  return id;
}

/** A dispute of which everything is known, at its longest. */
async function fullDispute(request: APIRequestContext, token: string, orderId: number, isClosed: boolean) {
  const details = { amount: "123456789012.3456", currency: "EUR", caseId: "dp_".padEnd(100, "1Q"), dueDate: inDays(1) };
  const dispute = await openDispute(request, token, orderId);
  const { id, version } = await changeDispute(request, token, dispute, { reason: "not_authorised", ...details });
  if (!isClosed) return;
  const data = { disputeId: id, version, outcome: "withdrawn" };
  const headers = { authorization: token };
  expect((await request.post("/api/admin/close-dispute", { headers, data })).status()).toBe(200);
}

test.beforeAll(async ({ request, intake }) => {
  const token = await tokenOf(request, "Admin");
  await intake(FULL);
  await intake({ ...FULL, processing_mode: "Priority" });
  await intake({ ...FULL, arrival_date: inDays(90) });
  for (const isClosed of [false, true]) await fullDispute(request, token, await intake(FULL), isClosed);
  for (const status of ["Contact Customer", "Deleted", "Refunds"] as const) {
    await changeStatus(request, token, [await intake(FULL)], status);
  }
  const headers = { authorization: token };
  const answer = await request.post("/api/admin/add-team-member", { headers, data: LONG_NAMED });
  memberId = (await answer.json()).data.id;
});

test.afterAll(async ({ request }) => {
  const headers = { authorization: await tokenOf(request, "Admin") };
  await request.put("/api/admin/delete-team-member", { headers, data: { teamMemberId: memberId } });
});

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name}: every state is accessible and fits every width, in both themes`, async ({
    page,
    signInAs,
    expectAccessible,
  }) => {
    if (screen.as !== undefined) await signInAs(screen.as);
    const { calls, full, act, empty } = screen;
    const path = screen.path.replace(":member", String(memberId));
    if (calls !== undefined) {
      const letGo = await holdAnswers(page, calls);
      await page.goto(path);
      await test.step("loading", () => lookAround(page, heading(page), expectAccessible));
      await expect(page.locator("[data-progress]")).toBeAttached();
      letGo();
    } else {
      await page.goto(path);
    }
    await heading(page).waitFor();
    await act?.(page);
    await test.step("full", () => lookAround(page, full(page), expectAccessible));
    await page.unrouteAll({ behavior: "wait" });
    if (empty !== undefined && calls !== undefined) {
      if (empty.data !== undefined) {
        await page.route(empty.calls ?? calls, (route) => route.fulfill({ json: empty.data }));
      }
      await page.goto(empty.path ?? path);
      await test.step("empty", () => lookAround(page, empty.shown(page), expectAccessible));
      await page.unrouteAll({ behavior: "wait" });
    }
    if (calls !== undefined) {
      await breakAnswers(page, calls);
      await page.goto(path);
      await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
    }
  });
}

test("the order: every state is accessible and fits every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await fullOrder(request, token, intake);
  const call = "**/api/admin/get-orders-details/**";
  const path = `/admin/view-order/${encodeOrderId(id)}`;
  const letGo = await holdAnswers(page, call);
  await page.goto(path);
  await test.step("loading", () => lookAround(page, heading(page), expectAccessible));
  letGo();
  await expect(page.getByRole("main").getByText("Completed", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Open dispute")).toBeVisible();
  await test.step("full", () =>
    lookAround(page, page.getByRole("region", { name: "Email History" }), expectAccessible));
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.reload();
  await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
});

test("the order's dialogs are accessible and fit every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await fullOrder(request, token, intake);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  for (const [button, shown] of [
    ["View Email Content", dialog(page).getByRole("tab", { name: "As sent" })],
    ["Resend", dialog(page).getByRole("textbox")],
    ["Enter Transaction Details", dialog(page).getByText(MESSAGES.merchantNameRequired)],
  ] as const) {
    await page.getByRole("button", { name: button }).first().click();
    if (button === "Enter Transaction Details") {
      await dialog(page).getByLabel("Merchant Name").fill("");
      await dialog(page).getByRole("button", { name: "Save" }).click();
    }
    await test.step(button, () => lookAround(page, shown, expectAccessible));
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  }
});

test("a dispute's dialogs are accessible and fit every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await intake(FULL);
  await fullDispute(request, token, id, false);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await page.getByRole("button", { name: "Edit dispute" }).click();
  await dialog(page).getByLabel("Currency").fill("");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const missing = dialog(page).getByText(MESSAGES.disputeCurrencyMissing);
  await test.step("edit", () => lookAround(page, missing, expectAccessible));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Close dispute" }).click();
  await dialog(page).getByRole("button", { name: "Close dispute" }).click();
  const unanswered = dialog(page).getByText(MESSAGES.disputeOutcomeRequired);
  await test.step("close", () => lookAround(page, unanswered, expectAccessible));
});

test("a pack's dialog is accessible and fits every width, in both themes, whatever it knows", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const call = "**/api/admin/defence-pack-details";
  const token = await signInAs("Manager");
  const id = await intake({ full_name: "Bare Minimum" });
  await fullDispute(request, token, id, false);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const open = page.getByRole("button", { name: "Defence Pack 1" });
  const letGo = await holdAnswers(page, call);
  await open.click();
  await test.step("loading", () => lookAround(page, dialog(page).getByText("Defence Pack 1"), expectAccessible));
  letGo();
  const anyway = dialog(page).getByRole("button", { name: "Make it anyway" });
  await anyway.click();
  await test.step("red", () => lookAround(page, anyway, expectAccessible));
  await dialog(page).getByRole("textbox").fill("Because the bank's day is today. ".repeat(15));
  const [tab] = await Promise.all([page.context().waitForEvent("page"), anyway.click()]);
  await expect(dialog(page).getByText("Made anyway:")).toBeVisible({ timeout: 20_000 });
  await tab.close();
  await test.step("made", () => lookAround(page, dialog(page).getByText("Made anyway:"), expectAccessible));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.reload();
  await open.click();
  await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
});

test("a deleted order is accessible and fits every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await intake({ full_name: "Bare Minimum", email: "bare@example.com", paid: false });
  await changeStatus(request, token, [id], "Deleted");
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const purge = page.getByRole("button", { name: "Delete permanently" });
  await test.step("page", () => lookAround(page, purge, expectAccessible));
  await purge.click();
  await test.step("question", () => lookAround(page, dialog(page).getByRole("button"), expectAccessible));
});

test("selected orders, their question and their results are accessible and fit every width, in both themes", async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs("Admin");
  await page.goto("/admin/refund-order");
  await page
    .getByRole("checkbox", { name: /^Select order/ })
    .first()
    .check();
  await test.step("selected", () => lookAround(page, page.getByText("1 selected"), expectAccessible));
  await page.getByRole("button", { name: "Refunded it" }).click();
  await test.step("question", () => lookAround(page, dialog(page), expectAccessible));
});

test("the palette's search is accessible and fits every width, in both themes", async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  const call = "**/api/admin/search-order";
  const report = dialog(page).getByRole("status");
  await signInAs("Team");
  await page.goto("/admin/change-password");
  await heading(page).waitFor();
  const letGo = await holdAnswers(page, call);
  await page.keyboard.press("Control+k");
  await expect(dialog(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("featherstonehaugh");
  await test.step("searching", () => lookAround(page, report.getByText("Searching orders"), expectAccessible));
  letGo();
  await test.step("found", () => lookAround(page, report.getByText("found"), expectAccessible));
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.keyboard.type("-nobody");
  await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
  await page.unrouteAll({ behavior: "wait" });
  await retry(page).click();
  await test.step("none", () => lookAround(page, report.getByText("No order found"), expectAccessible));
});

for (const language of ["en", "ar"]) {
  test(`the visitor's order in ${language}: every state is accessible and fits every width, in both themes`, async ({
    page,
    request,
    signInAs,
    intake,
    expectAccessible,
  }) => {
    const id = await intake(FULL);
    const call = "**/api/front/get-download-history";
    await signInAs("Team").then((token) => uploadDocument(request, token, id, FULL.email));
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await page.getByRole("combobox", { name: "Language" }).selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await page.getByRole("main").getByRole("textbox").nth(1).fill(FULL.email);
    const letGo = await holdAnswers(page, call);
    await page.getByRole("main").getByRole("button").click();
    await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
    await test.step("loading", () => lookAround(page, heading(page), expectAccessible));
    letGo();
    const download = page.getByRole("main").getByRole("button").first();
    await test.step("not downloaded", () => lookAround(page, download, expectAccessible));
    await page.unrouteAll({ behavior: "wait" });
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    await file.path();
    await test.step("downloaded", () => lookAround(page, page.getByText("127.0.0.1"), expectAccessible));
    await breakAnswers(page, call);
    await page.reload();
    await test.step("failed", () => lookAround(page, page.getByRole("alert").getByRole("button"), expectAccessible));
  });
}
