/** What the variables of the company's details hold. */
const DETAILS: Record<string, string> = {
  COMPANY_NAME: "name",
  COMPANY_ADDRESS: "address",
  COMPANY_TELEPHONE: "telephone",
  COMPANY_TAX_ID: "tax number",
};

const list = new Intl.ListFormat("en-GB");

/** @param variables those that are not set */
export function missingCompanyText(variables: readonly string[]): string {
  const details = list.format(variables.map((name) => DETAILS[name] ?? name));
  return `The defence packs lack the company's ${details}: COMPANY_… in docs/operations.md.`;
}

export const NO_PROVIDER = "No mail provider is configured: mails are written to files and not delivered.";
export const WHERE_PROVIDERS_ARE_SET = "SMTP_URL, AWS_REGION or SENDGRID_API_KEY in docs/operations.md.";
