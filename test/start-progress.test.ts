import { expect, it } from "vitest";

interface Progress {
  withProgress<T>(
    what: string,
    work: () => Promise<T>,
    options: { intervalMs: number; say: (line: string) => void },
  ): Promise<T>;
}

// A plain JavaScript module, because it runs before anything is installed.
const { withProgress }: Progress = await import(`${import.meta.dirname}/../scripts/lib/progress.mjs`);

it("names a step at once and again while it lasts, and returns its result", async () => {
  const lines: string[] = [];
  const third = Promise.withResolvers<string>();
  const say = (line: string) => {
    if (lines.push(line) === 3) third.resolve("done");
  };
  const step = withProgress("Installing packages", () => third.promise, { intervalMs: 1, say });
  expect(lines).toEqual(["Installing packages."]);
  expect(await step).toBe("done");
  expect(lines.slice(1)).toEqual(["Installing packages: 0 s", "Installing packages: 0 s"]);
});

it("is silent after a step that failed", async () => {
  const lines: string[] = [];
  const work = () => Promise.reject(new Error("no network"));
  const say = (line: string) => void lines.push(line);
  await expect(withProgress("Installing packages", work, { intervalMs: 1, say })).rejects.toThrow("no network");
  const countAtEnd = lines.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(lines).toHaveLength(countAtEnd);
});
