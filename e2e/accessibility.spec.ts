import type { Locator, Page } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MONTHS } from "#contract/dates.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { Role } from "#contract/roles.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { addTeamMember, deleteTeamMember } from "#contract/team/team.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { Desk } from "./support/desk.ts";
import { breakAnswers, holdAnswers, TELEPHONE } from "./support/looks.ts";
import { inDays, LONG_ORDER } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

// Split over all workers: run in one they would be the longest file.
test.describe.configure({ mode: "parallel" });
test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium logs answers broken on purpose and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

/** An order is processed three days before its arrival. */
const PROCESSING_LEAD = 3;

/** A member whose name and e-mail break a layout that assumes short ones; the ":member" of the paths below. */
const LONG_NAMED = {
  name: `${"Aninvisiblylongfamilyname".repeat(4)} <b>of three islands</b>`,
  email: `${"a.very.long.address.".repeat(2)}${Date.now()}@${"of.a.long.name.".repeat(3)}staff.example`,
  type: "Night Staff" as const,
  password: "quiet lagoon 4",
};
let memberId = 0;

interface Screen {
  /** The signed-in role; signed out by default. */
  as?: Role;
  path: string;
  /** Glob of the calls whose answers are held and broken; without it the screen has one state. */
  calls?: string;
  /** Visible once the screen has loaded. */
  full: (page: Page) => Locator;
  /** Runs after the screen has loaded, for a state that needs an action. */
  act?: (page: Page) => Promise<void>;
  /** The path with nothing to show, or what the calls (or some of them) return then. */
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
    full: (page) => page.getByText(AUTH_MESSAGES.signInEmailRequired),
    act: (page) => page.getByRole("button", { name: "Sign In" }).click(),
  },
  "the forgotten password": {
    path: "/forgot-password",
    full: (page) => page.getByText(AUTH_MESSAGES.signInEmailRequired),
    act: (page) => page.getByRole("button", { name: "Send link" }).click(),
  },
  "the new password": {
    path: `/reset-password#token=${"A".repeat(43)}`,
    full: (page) => page.getByText(AUTH_MESSAGES.newPasswordRequired),
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
    path: "/admin/texts",
    calls: "**/api/admin/mail-templates",
    full: (page) => page.getByRole("tab", { name: "How it looks" }),
  },
  "the disputes": {
    as: "Team",
    path: "/admin/disputes",
    calls: "**/api/admin/disputes*",
    full: (page) => page.getByRole("main").getByRole("link", { name: /^Order \d+$/ }),
    empty: {
      data: { status: 1, message: "", data: [], total: 0, open: 0, due_soon: 0, overdue: 0, paid_while_deleted: [] },
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
    full: (page) => page.getByRole("main").getByText(AUTH_MESSAGES.newPasswordRequired),
    act: (page) => page.getByRole("button", { name: "Update Password" }).click(),
  },
  "your sign-in": {
    as: "Team",
    path: "/admin/account",
    calls: "**/api/admin/sessions",
    full: (page) => page.getByText("This one"),
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
    full: (page) => page.getByRole("main").getByText(TEAM_MESSAGES.teamEmailRequired),
    act: (page) => page.getByRole("button", { name: "Add Member" }).click(),
  },
  "the palette": {
    as: "Team",
    path: "/admin/change-password",
    full: (page) => page.getByRole("dialog").getByRole("option"),
    act: (page) => page.keyboard.press("Control+k"),
  },
  "the list of shortcuts": {
    as: "Team",
    path: "/admin/called",
    full: (page) => page.getByRole("dialog").getByRole("switch"),
    act: (page) => page.keyboard.press("?"),
  },
  "the question before a deletion": {
    as: "Admin",
    path: "/admin/manage-team",
    full: (page) => page.getByRole("dialog").getByRole("button", { name: "Yes" }),
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
  "a visitor's unknown address": {
    path: "/track-order/a/b/c",
    full: (page) => page.getByRole("heading", { level: 1 }),
  },
  "the visitor's form": { path: "/track-order", full: (page) => page.getByRole("button", { name: "TRACK ORDER" }) },
  "the visitor's form with its errors": {
    path: "/track-order",
    full: (page) => page.getByRole("link", { name: VISITOR_MESSAGES.trackEmailRequired }),
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

/** The screens whose full state the short run checks too. */
const CORE = [
  "the sign-in with its errors",
  "the dashboard",
  "a month of Future Order",
  "the country report",
  "the gateway setting",
  "the disputes",
  "the team, with what is wrong at each field",
  "the visitor's form in Arabic",
];

/** A month as the console displays it. */
function monthOf(day: string): string {
  return new Date(Date.parse(day)).toLocaleString("en", { month: "short", timeZone: "UTC" });
}

test.beforeAll(async ({ browser, request, baseURL }) => {
  const desk = new Desk(await browser.newPage(), request, baseURL ?? "");
  const admin = desk.member("Admin");
  await desk.intakes(LONG_ORDER, { ...LONG_ORDER, processing_mode: "Priority" });
  await desk.intake({ ...LONG_ORDER, arrival_date: inDays(90) });
  for (const isClosed of [false, true]) await admin.fullDispute(await desk.intake(LONG_ORDER), isClosed);
  for (const status of ["Contact Customer", "Deleted", "Refunds"] as const) {
    await admin.changeStatus([await desk.intake(LONG_ORDER)], status);
  }
  memberId = (await admin.call(addTeamMember, LONG_NAMED)).id;
  await desk.page.close();
});

test.afterAll(async ({ browser, request, baseURL }) => {
  const desk = new Desk(await browser.newPage(), request, baseURL ?? "");
  await desk.member("Admin").call(deleteTeamMember, { teamMemberId: memberId });
  await desk.page.close();
});

for (const name of CORE) {
  test(`${name}: the full state is accessible and fits a desktop and a phone, in both themes`, {
    tag: "@core",
  }, async ({ page, desk }) => {
    const screen = SCREENS[name];
    if (screen === undefined) throw new Error(`there is no screen "${name}"`);
    if (screen.as !== undefined) await desk.signIn(screen.as);
    await page.goto(screen.path);
    await desk.heading.waitFor();
    await screen.act?.(page);
    await desk.look(screen.full(page), { isFullest: true, widths: [TELEPHONE] });
  });
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name}: every state is accessible and fits every width, in both themes`, async ({ page, desk }) => {
    if (screen.as !== undefined) await desk.signIn(screen.as);
    const { calls, full, act, empty } = screen;
    const path = screen.path.replace(":member", String(memberId));
    if (calls !== undefined) {
      const letGo = await holdAnswers(page, calls);
      await page.goto(path);
      await desk.look(desk.heading, { what: "loading" });
      await expect(page.locator("[data-progress]")).toBeAttached();
      letGo();
    } else {
      await page.goto(path);
    }
    await desk.heading.waitFor();
    await act?.(page);
    await desk.look(full(page), { what: "full", isFullest: true });
    await page.unrouteAll({ behavior: "wait" });
    if (empty !== undefined && calls !== undefined) {
      if (empty.data !== undefined) {
        await page.route(empty.calls ?? calls, (route) => route.fulfill({ json: empty.data }));
      }
      await page.goto(empty.path ?? path);
      await desk.look(empty.shown(page), { what: "empty" });
      await page.unrouteAll({ behavior: "wait" });
    }
    if (calls !== undefined) {
      await breakAnswers(page, calls);
      await page.goto(path);
      await desk.look(desk.retry, { what: "failed" });
    }
  });
}
