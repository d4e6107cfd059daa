/** The marketing site's pages that the public header links to. */
export const SITE_LINKS = [
  ["home", "Home"],
  ["applyNow", "Apply Now"],
  ["additionalBenefits", "Additional Benefits"],
  ["terms", "Terms & Conditions"],
  ["privacy", "Privacy Policy"],
  ["refund", "Refund Policy"],
  ["contact", "Contact Us"],
] as const;
export type SiteLink = (typeof SITE_LINKS)[number][0];
