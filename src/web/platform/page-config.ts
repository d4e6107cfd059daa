import { type PageConfig, pageConfigSchema } from "#contract/page-config.ts";

/** The configuration of a page served by Vite's own server, which leaves the placeholders. */
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
  missingCompanyDetails: [],
  preferredMailProvider: "AWS",
  passwordMin: { Team: 6 },
  secondFactorRoles: [],
  passkeyOrigin: null,
};

/** Parses the content of `<meta name="page-config">`; a missing or unfilled one gives the default. */
export function parsePageConfig(content: string | null | undefined): PageConfig {
  if (!content?.startsWith("{")) return UNSERVED;
  return pageConfigSchema.parse(JSON.parse(content));
}

function meta(selector: string): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>(selector);
}

let read: PageConfig | undefined;

/** The installation's settings for this page, read once. */
export function pageConfig(): PageConfig {
  read ??= parsePageConfig(meta('meta[name="page-config"]')?.content);
  return read;
}

/** The nonce for styles created at run time. */
export function cspNonce(): string {
  return meta('meta[property="csp-nonce"]')?.nonce ?? "";
}
