const SET_ASIDE = "data-mail-style";

/**
 * A mail's HTML, ready for a sandboxed `srcdoc` frame under this page's policy. Such a frame inherits the policy,
 * which lets no style attribute through and only style sheets that carry the page's nonce. So every style
 * attribute becomes a rule of one sheet with the nonce. Scripts, pictures from outside and the targets of links go:
 * sandbox and policy would refuse them anyway, and each refusal would stand in the browser's log.
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
    // Three times the attribute, so that the rule beats the mail's own sheets as a style attribute would.
    rules.push(`${`[${SET_ASIDE}="${index}"]`.repeat(3)} { ${declarations} }`);
  }
  const sheet = parsed.createElement("style");
  sheet.setAttribute("nonce", nonce);
  sheet.textContent = rules.join("\n");
  parsed.head.append(sheet);
  return `<!doctype html>${parsed.documentElement.outerHTML}`;
}

/**
 * Renames style attributes and gives style sheets the nonce while the mail is still text: a browser reports them to
 * the policy as soon as it parses them, even into a document that is never shown.
 */
function setStylesAside(html: string, nonce: string): string {
  return html
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${SET_ASIDE}=`))
    .replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
}

/** What the browser itself understood of a style attribute: nothing in it can close the rule or sheet it is put into. */
function safeDeclarations(style: string): string {
  const probe = document.createElement("span");
  probe.style.cssText = style;
  return probe.style.cssText.replaceAll("<", "\\3c ");
}
