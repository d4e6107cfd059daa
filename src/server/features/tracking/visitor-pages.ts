import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteLink } from "#contract/tracking/site-links.ts";
import { type Language, preferredLanguage } from "#contract/tracking/visitor-languages.ts";
import type { CreateVisitorRenderer, VisitorPage } from "#contract/tracking/visitor-page.ts";
import { CONFIRM_EMAIL_ROUTE, CONTEST_EMAIL_ROUTE } from "#contract/tracking/visitor-paths.ts";
import { pageSecurityPolicy } from "#server/platform/http/security.ts";
import { chosenLanguage } from "./visitor-cookies.ts";

export type PageContent = Omit<VisitorPage, "language" | "serviceName" | "links" | "supportEmail">;

export type VisitorPages = Awaited<ReturnType<typeof createVisitorPages>>;

interface VisitorPagesOptions {
  /** Folder of the built pages. */
  webRoot: string;
  serviceName: string;
  links: Record<SiteLink, string>;
  supportEmail: string | null;
}

/** Renders the visitor area by the built components; pages without a visitor's data are kept, one for each language. */
export async function createVisitorPages({ webRoot, ...site }: VisitorPagesOptions) {
  const template = await readFile(path.join(webRoot, "visitor.html"), "utf8");
  const renderer = pathToFileURL(path.join(webRoot, "server/visitor-server.js")).href;
  const kept = new Map<string, Promise<string>>();
  let render: Promise<ReturnType<CreateVisitorRenderer>> | undefined;

  async function pageOf(page: VisitorPage): Promise<string> {
    // Loaded by the first visitor: a program that only staff use needs no memory for it.
    render ??= import(renderer).then((built: { createVisitorRenderer: CreateVisitorRenderer }) =>
      built.createVisitorRenderer(template),
    );
    return await (await render)(page);
  }

  function keptPageOf(page: VisitorPage): Promise<string> {
    const key = `${page.language} ${page.path}`;
    let html = kept.get(key);
    if (html === undefined) {
      html = pageOf(page);
      kept.set(key, html);
      html.catch(() => kept.delete(key));
    }
    return html;
  }

  return {
    /** Answers with a page in the visitor's language, with the reply's status. */
    send: async (request: FastifyRequest, reply: FastifyReply, content: PageContent): Promise<FastifyReply> => {
      const page: VisitorPage = { ...site, ...content, language: languageOf(request) };
      return reply
        .type("text/html; charset=utf-8")
        .header("content-security-policy", VISITOR_POLICY)
        .header("referrer-policy", isLinkPage(content) ? "strict-origin" : "same-origin")
        .send(await (isSame(content) ? keptPageOf(page) : pageOf(page)));
    },
  };
}

/**
 * A page whose URL contains a token: no request may name it as its referrer. Nor can it be `no-referrer` here or elsewhere:
 * browsers then send `Origin: null` with a form, and older ones send nothing else to check.
 */
function isLinkPage({ path: shown }: PageContent): boolean {
  return LINK_PATHS.some((start) => shown?.startsWith(start));
}
const LINK_PATHS = [CONFIRM_EMAIL_ROUTE, CONTEST_EMAIL_ROUTE].map((route) => route.replace(":token", ""));

const VISITOR_POLICY = pageSecurityPolicy();
const SAME_PATHS: readonly (string | null)[] = ["/track-order", null];

/** True for the form without an order and for the page of an unknown address, which are the same for everyone. */
function isSame({ path: shown, ...rest }: PageContent): boolean {
  return SAME_PATHS.includes(shown) && Object.values(rest).every((value) => value === undefined);
}

function languageOf(request: FastifyRequest): Language {
  return chosenLanguage(request) ?? preferredLanguage(request.headers["accept-language"] ?? "");
}
