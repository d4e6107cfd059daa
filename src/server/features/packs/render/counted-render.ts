import type { Metrics } from "#server/platform/metrics-registry.ts";
import { PackTooLong, type RenderPack } from "../pack-facts.ts";

/** Wraps a renderer and counts its outcomes. */
export function countedRender(render: RenderPack, metrics: Metrics): RenderPack {
  return async (facts) => {
    try {
      const pack = await render(facts);
      metrics.count("packs_rendered_total", { outcome: "made" });
      return pack;
    } catch (error) {
      metrics.count("packs_rendered_total", { outcome: error instanceof PackTooLong ? "too_long" : "failed" });
      throw error;
    }
  };
}
