import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { PageConfig } from "#contract/page-config.ts";
import { notFound } from "#server/platform/app-error.ts";
import { makeNonce, pageSecurityPolicy } from "./security.ts";

/** The console's addresses; every other address that is no call and no file belongs to the visitor area. */
const CONSOLE_PATHS = ["/", "/admin", "/admin/*", "/forgot-password", "/reset-password"];

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? character);

const access = { config: { access: "public" as const } };

/** Reads a built page and fills in what is the same for every visit. */
async function loadPage(root: string, name: string, config: PageConfig): Promise<string> {
  const html = await readFile(path.join(root, name), "utf8");
  return html
    .replaceAll("__SERVICE_NAME__", escapeHtml(config.serviceName))
    .replaceAll("__PAGE_CONFIG__", escapeHtml(JSON.stringify(config)));
}

/** Serves the two built pages and their files. Without a build (tests of the calls alone) there are no pages. */
export async function registerPages(
  app: FastifyInstance,
  options: { webRoot: string; config: PageConfig },
): Promise<void> {
  const { webRoot, config } = options;
  const console_ = await loadPage(webRoot, "index.html", config);
  const visitor = await loadPage(webRoot, "visitor.html", config);

  // The plugin's own route could not declare its access; ours can, and takes one flat name and no path.
  await app.register(fastifyStatic, {
    root: path.join(webRoot, "assets"),
    serve: false,
    // Written by the build beside each file.
    preCompressed: true,
    index: false,
    dotfiles: "deny",
  });
  app.get<{ Params: { name: string } }>("/assets/:name", access, (request, reply) =>
    // Vite names these files by their content.
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
  app.get("/*", access, (request, reply) => {
    // What looks like a call or a file and is none gets no page: a client would take it for an answer.
    if (/^\/(api|uploads|assets)(\/|$)/.test(request.url)) throw notFound();
    return send(reply, visitor);
  });
}
