import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressFiles } from "./scripts/compress-files.ts";
import {
  ANSWER_ROUTE,
  CONFIRM_EMAIL_ROUTE,
  CONTEST_EMAIL_ROUTE,
  CORRECTION_ROUTE,
  LEAVE_PATH,
  ORDER_ROUTE,
  REPORT_ROUTE,
  TRACK_ROUTE,
} from "./src/contract/tracking/visitor-paths.ts";

/** The program that `npm run dev` starts beside Vite. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** The visitor's pages are rendered by the program, from the last build; only the console's change while editing. */
const VISITOR_ROUTES = [
  TRACK_ROUTE,
  ORDER_ROUTE,
  ANSWER_ROUTE,
  CORRECTION_ROUTE,
  REPORT_ROUTE,
  LEAVE_PATH,
  CONFIRM_EMAIL_ROUTE,
  CONTEST_EMAIL_ROUTE,
];
/** Beginnings of the addresses that the program answers. */
const PROXIED = [
  ...VISITOR_ROUTES.map((route) => route.replace(/\/:.*/, "")),
  ..."/api /uploads /assets /readyz /healthz /metrics /robots.txt /favicon /.well-known".split(" "),
];

/**
 * What most of the console's pages share, in one file: in a chunk for each set of pages that share it, it took 30 files
 * and 10 kB more (gzipped) for the first list and the pages loaded ahead. A lower count makes the first list larger. Contracts
 * that only pages use which are not loaded ahead stay out.
 */
const SHARED = {
  name: "shared",
  test: /\/src\/contract\/(?!audit|factors|team|texts)|\/node_modules\/@(mantine|tabler)\//,
  minShareCount: 6,
};

/** Likewise; without the forms, which the first list doesn't need. */
const PLATFORM = {
  name: "platform",
  test: /\/src\/web\/(platform|ui)\/(?!form|reason-form|show-refusal|use-contract-submit|use-kept-form)/,
  minShareCount: 6,
};

/** The page of Vite's own server gets the installation's settings as the program fills them into the built page. */
const settings: Plugin = {
  name: "settings",
  apply: "serve",
  async transformIndexHtml(html) {
    const served = await fetch(SERVER).then(
      (response) => response.text(),
      () => "",
    );
    const config = /<meta name="page-config" content="([^"]*)"/.exec(served)?.[1];
    const title = /<title>([^<]*)/.exec(served)?.[1];
    if (config === undefined || title === undefined) return html;
    return html.replace("__PAGE_CONFIG__", () => config).replace("__SERVICE_NAME__", () => title);
  },
};

export default defineConfig({
  plugins: [react(), settings],
  build: {
    outDir: "dist/web",
    // Nothing is inlined as data: our policy names no data: source for fonts or scripts.
    assetsInlineLimit: 0,
  },
  // Two builds for browsers that share no chunk, so that the visitor loads nothing that only the console uses, and the
  // visitor's screens once more for the server, with all packages inside: outside they would be React's development
  // versions unless NODE_ENV said otherwise.
  environments: {
    client: {
      build: {
        emptyOutDir: true,
        rolldownOptions: { input: "index.html", output: { codeSplitting: { groups: [SHARED, PLATFORM] } } },
      },
    },
    visitor: { consumer: "client", build: { emptyOutDir: false, rolldownOptions: { input: "visitor.html" } } },
    visitorServer: {
      consumer: "server",
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { noExternal: true },
      build: { outDir: "dist/web/server", rolldownOptions: { input: "src/web/visitor-server.tsx" } },
    },
  },
  builder: {
    async buildApp(builder) {
      // One after the other: the first empties the folder that the others add to.
      for (const name of ["client", "visitor", "visitorServer"]) {
        const environment = builder.environments[name];
        if (environment !== undefined) await builder.build(environment);
      }
      await compressFiles("dist/web/assets");
    },
  },
  server: {
    proxy: Object.fromEntries(PROXIED.map((path) => [path, SERVER])),
  },
});
