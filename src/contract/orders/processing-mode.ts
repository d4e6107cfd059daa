import * as z from "zod";

export const PROCESSING_MODES = ["Standard", "Priority", "Future"] as const;
export const processingModeSchema = z.enum(PROCESSING_MODES, {
  error: "Processing mode must be Standard, Priority or Future.",
});
export type ProcessingMode = (typeof PROCESSING_MODES)[number];
