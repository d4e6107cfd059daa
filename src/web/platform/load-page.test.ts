import { afterEach, expect, it, vi } from "vitest";
import { LOAD_LIMIT_MS, LoadError, loadPage } from "./load-page.ts";

const Page = () => null;

afterEach(() => vi.useRealTimers());

it("returns the component", async () => {
  await expect(loadPage(async () => Page)).resolves.toBe(Page);
});

it("turns a failed import into its own error at once @8-023", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  await expect(loadPage(() => Promise.reject(cause))).rejects.toMatchObject({ name: "LoadError", cause });
});

it("gives up on a hanging import after 120 s @8-023", async () => {
  vi.useFakeTimers();
  const loading = loadPage(() => new Promise<typeof Page>(() => undefined));
  const outcome = expect(loading).rejects.toBeInstanceOf(LoadError);
  expect(LOAD_LIMIT_MS).toBe(120_000);
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
  await outcome;
});
