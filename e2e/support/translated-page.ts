import type { Page } from "@playwright/test";

/**
 * From now on, and on later pages, does to the page what a browser does that translates it: every text node is taken out and
 * its words are put back inside two `font` elements, also in what appears later. What the page writes into a text node that
 * was taken out is not seen. The words stay the same, so that a test can read them.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts);
  await page.evaluate(replaceTexts);
}

/** Runs in the page. */
function replaceTexts(): void {
  const isLeftAlone = (element: Element) =>
    element.closest("script, style, textarea, option, font, title, [translate=no]") !== null;

  const replace = (text: Text) => {
    const parent = text.parentElement;
    if (parent === null || isLeftAlone(parent) || (text.nodeValue ?? "").trim() === "") return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceAllIn = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    for (const text of texts) replace(text);
  };
  const begin = () => {
    replaceAllIn(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof Text) replace(node);
          else replaceAllIn(node);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}
