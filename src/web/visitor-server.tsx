import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { directionOf } from "#contract/tracking/visitor-languages.ts";
import type { CreateVisitorRenderer, VisitorPage } from "#contract/tracking/visitor-page.ts";
import { VisitorApp } from "#web/app/visitor/visitor-app.tsx";
import { loadWords } from "#web/features/tracking/load-words.ts";
import { translate, type WordKey } from "#web/features/tracking/translate.ts";

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => HTML_ESCAPES[character] ?? character);
/** JSON inside a `<script>` element: no `<`, so that no text in it can end the element or open a comment. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

function descriptionKey({ order, path }: VisitorPage): WordKey {
  if (path === null) return "notFound.words";
  if (path.startsWith("/confirm-email/")) return "confirmEmail.heading";
  if (path.startsWith("/contest-email/")) return "contestEmail.heading";
  return order === undefined ? "track.heading" : "order.heading";
}

/** Renders pages of the visitor area with the components that the browser then hydrates. */
export const createVisitorRenderer: CreateVisitorRenderer = (template) => {
  // Cut once: texts of a page are never searched for placeholders.
  const pieces = template.split(/(<html lang="en" dir="ltr"|"__PAGE__"|__[A-Z_]+__)/);
  return async (page) => {
    const { language, serviceName } = page;
    const words = await loadWords(language);
    const values: Record<string, string> = {
      '<html lang="en" dir="ltr"': `<html lang="${language}" dir="${directionOf(language)}"`,
      __SERVICE_NAME__: escapeHtml(serviceName),
      __DESCRIPTION__: escapeHtml(translate(words, descriptionKey(page), { serviceName })),
      '"__PAGE__"': scriptJson({ page, words }),
      __BODY__: renderToString(
        <StrictMode>
          <VisitorApp page={page} words={words} ssrPath={page.path ?? "/-"} />
        </StrictMode>,
      ),
    };
    return pieces.map((piece) => values[piece] ?? piece).join("");
  };
};
