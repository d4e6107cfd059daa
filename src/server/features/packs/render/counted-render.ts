import type { Measures } from "#server/platform/measures.ts";
import { PackTooLong, type RenderPack } from "../pack-facts.ts";

/** The same, counted by outcome. */
export function countedRender(render: RenderPack, measures: Measures): RenderPack {
  return async (facts) => {
    try {
      const pack = await render(facts);
      measures.count("packs_rendered_total", { outcome: "made" });
      return pack;
    } catch (error) {
      measures.count("packs_rendered_total", { outcome: error instanceof PackTooLong ? "too_long" : "failed" });
      throw error;
    }
  };
}
