import { CURRENT_PROFILE } from "#contract/filings/filing-profile.ts";
import type { Filing } from "#contract/filings/filings.ts";
import type { Answer } from "./client.ts";

/** The fields of a filing's form; null leaves one out. */
export type FilingFields = Record<string, string | null>;

/** Sends the form of a filing, with a receipt if there is one. */
export async function recordFiling(
  address: string,
  token: string,
  given: FilingFields & { orderId: string },
  receipt?: Uint8Array,
): Promise<Answer<Filing>> {
  const form = new FormData();
  const fields: FilingFields = {
    factsVersion: "1",
    profile: CURRENT_PROFILE.id,
    reference: "SL-1",
    filedAt: "2026-03-01T09:30:00Z",
    ...given,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  if (receipt !== undefined) form.set("receipt", new Blob([new Uint8Array(receipt)]), "receipt.pdf");
  const response = await fetch(`${address}/api/admin/record-filing`, {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
  return { code: response.status, headers: response.headers, body: (await response.json()) as Answer<Filing>["body"] };
}
