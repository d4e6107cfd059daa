import type { PackType } from "#contract/packs/packs.ts";

/** What processors and schemes accept, from their documentation as of 2026-11-21. Sizes in bytes. */
export const PROCESSOR_LIMITS = [
  { processor: "Adyen, request for information", pages: 4, bytes: 2_000_000 },
  { processor: "Adyen, defence document", pages: null, bytes: 2_000_000 },
  { processor: "Mastercard, through Checkout.com", pages: 19, bytes: null },
  { processor: "Amex OptBlue, black and white", pages: null, bytes: 1_000_000 },
  { processor: "Shopify", pages: null, bytes: 2_000_000 },
  { processor: "Stripe, in practice", pages: 49, bytes: 4_500_000 },
] as const;

/** The strictest of them, with a margin for what a processor adds: every processor accepts a pack within these. */
export const PACK_LIMITS: Record<PackType, { pages: number; bytes: number }> = {
  1: { pages: 4, bytes: 700_000 },
  2: { pages: 19, bytes: 950_000 },
};
