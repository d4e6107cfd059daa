import { run } from "#server/run.ts";

// Imported lazily: it imports Drizzle, and `run` must register the module resolution hook first.
await run(process.env, async () => (await import("./demo-source.ts")).demoSource);
