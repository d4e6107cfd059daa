import type { Page } from "@playwright/test";

/** What every page of the console and of the visitor has. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole("dialog", name === undefined ? {} : { name });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const menuItem = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });
export const retry = (page: Page) => page.getByRole("button", { name: "Retry" });
export const sidebar = (page: Page) => page.getByRole("navigation", { name: "Console" });
/** The number beside a link of the sidebar. */
export const countOf = (page: Page, link: string) =>
  sidebar(page).first().getByRole("link", { name: link }).locator("span").last();

/** What the page tells a screen reader. */
export const announced = (page: Page) => page.locator('[role="status"][aria-live="polite"].ad-visually-hidden');

export const toasts = (page: Page) => page.locator(".Toastify__toast");
/** A toast that says `message`. */
export const toastOf = (page: Page, message: string | RegExp) => toasts(page).filter({ hasText: message });
export const toastBy = (page: Page, kind: "status" | "alert", text: string) =>
  page.locator(".Toastify").getByRole(kind).filter({ hasText: text });

/** The parameters of the page's URL. */
export const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
/** The user stored in the browser, as text, or null. */
export const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem("user"));
