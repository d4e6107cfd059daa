import type { DemoSource } from "#server/demo-source.ts";
import { ensureDemoData } from "./demo-data.ts";
import { findDemoSample } from "./demo-sample.ts";
import { demoSignIns, keptDemoSignIns, workingSignIns } from "./demo-team.ts";

/** Five members and about 300 orders, created through the services. */
export const demoSource: DemoSource = {
  isBegun: async (dataDir) => (await keptDemoSignIns(dataDir)) !== null,
  members: demoSignIns,
  load: async (deps) => {
    await ensureDemoData(deps);
    const { db } = deps.database;
    return { members: await workingSignIns(db, deps.members), sample: await findDemoSample(db) };
  },
};
