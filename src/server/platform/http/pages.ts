import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "#contract/dates.ts";
import type { PageConfig } from "#contract/page-config.ts";
import { notFound } from "#server/platform/app-error.ts";
import { makeNonce, pageSecurityPolicy } from "./security.ts";

/** Paths of the console; its router decides which of them are screens. */
const CONSOLE_PATHS = [
  "/",
  "/admin",
  "/admin/*",
  "/forgot-password",
  "/reset-password",
  "/invitation",
  "/confirm-sign-in-email",
  "/set-up-factor",
];

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);

const access = { config: { access: "public" as const } };
/** The build has compressed the assets better than there is time for here. */
const asset = { ...access, compress: false as const };

/** Reads a built page and fills in the values that are the same for every request. */
async function loadPage(root: string, name: string, config: PageConfig): Promise<string> {
  const html = await readFile(path.join(root, name), "utf8");
  return html
    .replaceAll("__SERVICE_NAME__", escapeHtml(config.serviceName))
    .replaceAll("__PAGE_CONFIG__", escapeHtml(JSON.stringify(config)));
}

interface PagesOptions {
  webRoot: string;
  config: PageConfig;
  securityContact: string | null;
  /** Answers an address that is no page, with status 404. */
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Serves the console's page, all assets, and the answer to unknown addresses. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { webRoot, config, sendNotFound } = options;
  const console_ = await loadPage(webRoot, "index.html", config);

  // The plugin's own route can't declare its access; ours does, and accepts a single file name without a path.
  await app.register(fastifyStatic, {
    root: path.join(webRoot, "assets"),
    serve: false,
    // The build writes compressed copies beside each file.
    preCompressed: true,
    index: false,
    dotfiles: "deny",
  });
  app.get<{ Params: { name: string } }>("/assets/:name", asset, (request, reply) =>
    // Vite puts a content hash into these file names.
    reply.sendFile(request.params.name, { maxAge: "365d", immutable: true }),
  );

  const send = (reply: FastifyReply, html: string) => {
    const nonce = makeNonce();
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", pageSecurityPolicy(nonce))
      .header("cache-control", "no-store")
      .send(html.replaceAll("__CSP_NONCE__", nonce));
  };

  for (const url of CONSOLE_PATHS) app.get(url, access, (_request, reply) => send(reply, console_));
  await registerWellKnownFiles(app, options);
  app.get("/*", access, (request, reply) => {
    // No page for unknown API and asset paths: a client would take it for a response.
    if (/^\/(api|uploads|assets)(\/|$)/.test(request.url)) throw notFound();
    return sendNotFound(request, reply.code(404));
  });
}

/** robots.txt, security.txt and favicon. Search engines are excluded: every page needs a sign-in or an order. */
async function registerWellKnownFiles(
  app: FastifyInstance,
  { webRoot, securityContact }: { webRoot: string; securityContact: string | null },
): Promise<void> {
  app.get("/robots.txt", access, (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("User-agent: *\nDisallow: /\n"),
  );
  app.get("/.well-known/security.txt", access, (_request, reply) => {
    if (securityContact === null) throw notFound();
    // RFC 9116: less than a year ahead; computed for each request.
    const expires = new Date(Date.now() + 90 * DAY_MS).toISOString();
    return reply
      .type("text/plain; charset=utf-8")
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  });
  const mark = (await readdir(path.join(webRoot, "assets"))).find((name) => /^mark-[\w-]+\.svg$/.test(name));
  if (mark === undefined) return;
  for (const url of ["/favicon.ico", "/favicon.svg"]) {
    app.get(url, asset, (_request, reply) => reply.sendFile(mark, { maxAge: "1d" }));
  }
}
