import * as z from "zod";
import { MONTHS } from "./dates.ts";

export const monthSchema = z.enum(MONTHS, { error: "month must be one of Jan to Dec." });

/** An instant on the wire: ISO 8601, UTC, `Z`. */
export const instantSchema = z.iso.datetime().meta({ examples: ["2026-03-01T14:05:09.000Z"] });

export const notInstant = "An instant must be ISO 8601 with its time zone.";

/** An instant from a client, in any time zone, within the years 1 to 9999; normalised to the wire format. */
export function zonedInstant(error: string) {
  return z.iso
    .datetime({ offset: true, error })
    .meta({ examples: ["2026-03-01T14:05:09Z"] })
    .transform((text) => new Date(text).toISOString())
    .pipe(z.iso.datetime({ error }).refine(hasYear, error));
}

export const zonedInstantSchema = zonedInstant(notInstant);

export const notDay = "A date must be YYYY-MM-DD.";

/** A calendar day, `YYYY-MM-DD`, that exists. */
export const daySchema = z.iso
  .date({ error: notDay })
  .refine(hasYear, notDay)
  .meta({ examples: ["2026-03-01"] });

/** ISO 8601 has a year 0, the calendar and the database don't. */
function hasYear(text: string): boolean {
  return !text.startsWith("0000");
}
