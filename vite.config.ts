import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react()],
  // The server replaces the placeholder in every page it sends (see src/contract/page-config.ts for the other ones).
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: "dist/web",
    // Nothing is inlined as data: our policy names no data: source for fonts or scripts.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "visitor.html"] },
  },
  server: {
    proxy: { "/api": SERVER, "/uploads": SERVER, "/readyz": SERVER },
  },
});
