import { type PageConfig, pageConfigSchema } from "#contract/page-config.ts";

/** The page as Vite's own server sends it: nobody filled the placeholders in. */
const UNSERVED: PageConfig = {
  serviceName: "Arrival Desk",
  links: {
    home: "#",
    applyNow: "#",
    additionalBenefits: "#",
    terms: "#",
    privacy: "#",
    refund: "#",
    contact: "#",
  },
  mailIsWrittenToFiles: false,
  preferredMailProvider: "AWS",
};

/** Parses the content of `<meta name="page-config">`; what is no configuration at all is the unserved page. */
export function parsePageConfig(content: string | null | undefined): PageConfig {
  if (!content?.startsWith("{")) return UNSERVED;
  return pageConfigSchema.parse(JSON.parse(content));
}

function meta(selector: string): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>(selector);
}

let read: PageConfig | undefined;

/** What this page knows of the installation, read once. */
export function pageConfig(): PageConfig {
  read ??= parsePageConfig(meta('meta[name="page-config"]')?.content);
  return read;
}

/** The nonce that styles made at run time must carry. */
export function cspNonce(): string {
  return meta('meta[property="csp-nonce"]')?.nonce ?? "";
}
