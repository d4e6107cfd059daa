import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "./scripts/compress-files.ts";

const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react()],
  // The server replaces the placeholder in every page it sends (see src/contract/page-config.ts for the other ones).
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: "dist/web",
    // Nothing is inlined as data: our policy names no data: source for fonts or scripts.
    assetsInlineLimit: 0,
  },
  // Two builds that share no chunk: in a shared one the visitor would load what the console uses of React Router,
  // Zod and the contract (166 kB of script gzipped instead of 142).
  environments: {
    client: { build: { emptyOutDir: true, rolldownOptions: { input: "index.html" } } },
    visitor: { consumer: "client", build: { emptyOutDir: false, rolldownOptions: { input: "visitor.html" } } },
  },
  builder: {
    async buildApp(builder) {
      // One after the other: the first empties the folder that the second adds to.
      for (const name of ["client", "visitor"]) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
      await compressFiles("dist/web/assets");
    },
  },
  server: {
    proxy: { "/api": SERVER, "/uploads": SERVER, "/readyz": SERVER },
  },
});
