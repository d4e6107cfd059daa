import { expect, it } from "vitest";
import { type ServerStart, serverStart } from "../bench/processes.ts";
import manifest from "../package.json" with { type: "json" };

// test/containers.test.ts checks the image's command.
it("npm start and the benchmarks start the program as npm run serve does", async () => {
  const { flags, env } = serverStart();
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  expect(manifest.scripts.serve).toBe(["exec env", ...set, "node", ...flags, "src/server/main.ts"].join(" "));
  // A plain JavaScript module, because it runs before anything is installed.
  const project: { serverStart(): ServerStart } = await import(`${import.meta.dirname}/../scripts/lib/project.mjs`);
  expect(project.serverStart()).toEqual({ flags, env });
});
