import { expect, it } from "vitest";
import { PACK_LIMITS, PROCESSOR_LIMITS } from "./pack-limits.ts";

it("keeps Pack 2 within every processor's limits for a defence, and Pack 1 within the shortest of all limits", () => {
  const defences = PROCESSOR_LIMITS.filter(({ processor }) => processor !== "Adyen, request for information");
  for (const [limits, type] of [[PROCESSOR_LIMITS, 1] as const, [defences, 2] as const]) {
    for (const { pages, bytes } of limits) {
      expect(PACK_LIMITS[type].pages).toBeLessThanOrEqual(pages ?? Number.POSITIVE_INFINITY);
      expect(PACK_LIMITS[type].bytes).toBeLessThan(bytes ?? Number.POSITIVE_INFINITY);
    }
  }
});
