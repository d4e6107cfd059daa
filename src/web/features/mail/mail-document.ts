const SET_ASIDE = "data-mail-style";

/**
 * A mail's HTML, prepared for a sandboxed `srcdoc` frame. The frame inherits this page's policy, which blocks style
 * attributes and allows only style sheets with the page's nonce. So every style attribute becomes a rule of one sheet
 * with the nonce. Scripts, external images and link targets are removed: sandbox and policy would block them anyway,
 * and each block would be logged in the browser's console.
 */
export function mailDocument(html: string, nonce: string): string {
  const parsed = new DOMParser().parseFromString(setStylesAside(html, nonce), "text/html");
  for (const active of parsed.querySelectorAll("script, base, meta[http-equiv], link")) active.remove();
  for (const picture of parsed.querySelectorAll("img:not([src^='data:'])")) picture.removeAttribute("src");
  for (const link of parsed.querySelectorAll("a[href]")) {
    link.setAttribute("title", link.getAttribute("href") ?? "");
    link.removeAttribute("href");
  }

  const rules = ["html { background: #fff; color-scheme: light; }"];
  for (const [index, element] of [...parsed.querySelectorAll(`[${SET_ASIDE}]`)].entries()) {
    const declarations = safeDeclarations(element.getAttribute(SET_ASIDE) ?? "");
    element.setAttribute(SET_ASIDE, String(index));
    // The attribute selector is repeated three times, so that the rule beats the mail's own sheets as a style attribute would.
    rules.push(`${`[${SET_ASIDE}="${index}"]`.repeat(3)} { ${declarations} }`);
  }
  const sheet = parsed.createElement("style");
  sheet.setAttribute("nonce", nonce);
  sheet.textContent = rules.join("\n");
  parsed.head.append(sheet);
  return `<!doctype html>${parsed.documentElement.outerHTML}`;
}

/**
 * Renames style attributes and adds the nonce to style sheets while the mail is still text: browsers report violations
 * as soon as they parse them, even in a document that is never shown.
 */
function setStylesAside(html: string, nonce: string): string {
  return html
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${SET_ASIDE}=`))
    .replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
}

/** The browser's own serialisation of a style attribute: nothing in it can close the rule or the sheet around it. */
function safeDeclarations(style: string): string {
  const probe = document.createElement("span");
  probe.style.cssText = style;
  return probe.style.cssText.replaceAll("<", "\\3c ");
}
