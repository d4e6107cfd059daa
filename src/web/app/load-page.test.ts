import { afterEach, expect, it, vi } from "vitest";
import { LOAD_LIMIT_MS, LoadError, loadPage } from "./load-page.ts";

const Page = () => null;

afterEach(() => vi.useRealTimers());

it("gives the component", async () => {
  await expect(loadPage(async () => Page)).resolves.toBe(Page);
});

it("turns a failed import into an error of its own at once", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  await expect(loadPage(() => Promise.reject(cause))).rejects.toMatchObject({ name: "LoadError", cause });
});

it("gives a hanging import up after 120 s", async () => {
  vi.useFakeTimers();
  const loading = loadPage(() => new Promise<typeof Page>(() => undefined));
  const outcome = expect(loading).rejects.toBeInstanceOf(LoadError);
  expect(LOAD_LIMIT_MS).toBe(120_000);
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT_MS);
  await outcome;
});
