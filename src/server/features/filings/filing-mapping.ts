import type { Filing } from "#contract/filings/filings.ts";
import type { FilingRecord } from "./filings.repository.ts";

interface ShownFiling {
  filing: Omit<FilingRecord["filing"], "orderId" | "receiptKey">;
  recorder: string | null;
  voider: string | null;
}

export function toFiling({ filing, recorder, voider }: ShownFiling): Filing {
  const { receiptType, receiptBytes, receiptSha256 } = filing;
  return {
    id: filing.id,
    profile: filing.profile,
    reference: filing.reference,
    filed_at: filing.filedAt.toISOString(),
    recorded_at: filing.recordedAt.toISOString(),
    recorded_by: recorder,
    facts: filing.facts,
    facts_sha256: filing.factsSha256.toString("hex"),
    receipt:
      receiptType === null || receiptBytes === null || receiptSha256 === null
        ? null
        : { content_type: receiptType, bytes: receiptBytes, sha256: receiptSha256.toString("hex") },
    voided_at: filing.voidedAt?.toISOString() ?? null,
    voided_by: voider,
    void_reason: filing.voidReason,
  };
}
