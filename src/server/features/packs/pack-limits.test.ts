import { expect, it } from "vitest";
import { PACK_TYPES } from "#contract/packs.ts";
import { PACK_LIMITS, PROCESSOR_LIMITS } from "./pack-limits.ts";

it.each(PROCESSOR_LIMITS.map((limit) => [limit.processor, limit] as const))(
  "a pack is small enough for %s, but that a request for information takes the first pack only",
  (processor, { pages, bytes }) => {
    for (const type of PACK_TYPES) {
      if (bytes !== null) expect(PACK_LIMITS[type].bytes).toBeLessThan(bytes);
      const isFirstOnly = processor.includes("request for information") && type === 2;
      if (pages !== null && !isFirstOnly) expect(PACK_LIMITS[type].pages).toBeLessThanOrEqual(pages);
    }
  },
);
