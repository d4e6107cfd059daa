// A restore that halts at a given point, reports it and waits to be killed: node restore-child.ts '{…}'
import { restoreInstallation } from "../../scripts/data-copy/restore-installation.ts";

const { dataDir, databaseUrl, backup, point } = JSON.parse(process.argv[2] ?? "") as Record<string, string>;
await restoreInstallation({ dataDir: dataDir ?? "", databaseUrl, storage: null }, backup ?? "", {
  replace: true,
  reached: async (at) => {
    if (at !== point) return;
    process.stdout.write("reached\n");
    setInterval(() => undefined, 60_000);
    await new Promise(() => undefined);
  },
});
