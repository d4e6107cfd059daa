import * as z from "zod";
import { daySchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { unknownKey } from "#contract/unknown-key.ts";

const HOURS = "Hours must be a whole number from 1 to 720.";
const hours = z.int({ error: HOURS }).min(1, HOURS).max(720, HOURS);
/** Standard counts for Future too: what is left of it when its filing window opens. */
const byMode = z.object({ standard: hours, priority: hours });

const TIME = "A time must be HH:MM, from 00:00 to 24:00.";
const time = z
  .string({ error: TIME })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, TIME)
  .meta({ examples: ["09:00"] });
const TO_AFTER_FROM = "A day must end after it starts.";
const openingHours = z
  .strictObject({ from: time, to: time.meta({ examples: ["17:30"] }) }, { error: unknownKey })
  .refine(({ from, to }) => from < to, { path: ["to"], error: TO_AFTER_FROM });
const WHOLE_WEEK = Array.from({ length: 7 }, () => ({ from: "00:00", to: "24:00" }));
const WEEK = "week must have seven days, Monday first.";

export const serviceSettingsSchema = z.strictObject(
  {
    /** The open hours that an order may wait for work. */
    hours: byMode,
    /** The hours before the day of arrival by which an order should be done. */
    margins: byMode,
    /** When the service clock runs, in the time zone of arrival. */
    calendar: z.object({
      /** Monday first; null is closed. */
      week: z
        .array(openingHours.nullable(), { error: WEEK })
        .length(7, WEEK)
        .refine((week) => week.some((day) => day !== null), "At least one day of the week must be open.")
        .meta({ examples: [WHOLE_WEEK] }),
      closed: z
        .array(daySchema, { error: "closed must be a list of days." })
        .max(200, "At most 200 closed days.")
        .overwrite((days) => [...new Set(days)].sort()),
    }),
  },
  { error: unknownKey },
);
export type ServiceSettings = z.infer<typeof serviceSettingsSchema>;
/** `before`: the settings that were changed; refused when others are stored by now. */
const saveServiceSettingsSchema = serviceSettingsSchema.extend({ before: serviceSettingsSchema.optional() });
export type SaveServiceSettings = z.infer<typeof saveServiceSettingsSchema>;
export type ServiceCalendar = ServiceSettings["calendar"];

export const DEFAULT_SERVICE: ServiceSettings = {
  hours: { standard: 24, priority: 4 },
  margins: { standard: 24, priority: 12 },
  calendar: { week: WHOLE_WEEK, closed: [] },
};

export const serviceSettings = defineOperation({
  method: "GET",
  path: "/admin/service-settings",
  summary: "The hours, margins and calendar that due times are computed from",
  access: "orders:work",
  shows: "nothing",
  data: serviceSettingsSchema,
});

export const saveServiceSettings = defineOperation({
  method: "POST",
  path: "/admin/service-settings",
  summary: "Change what due times are computed from; open orders are recalculated",
  access: "service:settings",
  shows: "nothing",
  body: saveServiceSettingsSchema,
  data: serviceSettingsSchema,
});
