import type { UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { type ServiceSettings, serviceSettingsSchema } from "#contract/service-settings/service-settings.ts";

const ALL_DAY = { from: "00:00", to: "24:00" };
/** Not `Number`, which takes nothing for 0. */
const count = z.string().transform((text) => (text.trim() === "" ? Number.NaN : Number(text)));
const byMode = z.object({ standard: count, priority: count });
const time = z.string().transform((text) => text.trim().replace(/^\d:/, "0$&"));

/** The settings as they are typed. Paths are the contract's, so that its messages and the server's find their fields. */
export const serviceFormSchema = z
  .object({
    hours: byMode,
    margins: byMode,
    calendar: z.object({
      /** A closed day keeps its times for when it is opened again. */
      week: z.array(z.object({ isOpen: z.boolean(), from: time, to: time })),
      closed: z.array(z.string()),
    }),
    /** Typed and not added yet: saving adds it. */
    newDay: z.string(),
  })
  .transform(({ newDay, calendar: { week, closed }, ...hours }) => ({
    ...hours,
    calendar: {
      week: week.map(({ isOpen, ...times }) => (isOpen ? times : null)),
      closed: newDay === "" ? closed : [...closed, newDay],
    },
  }))
  .pipe(serviceSettingsSchema);

type ServiceFormValues = z.input<typeof serviceFormSchema>;
export type ServiceFormApi = UseFormReturn<ServiceFormValues, unknown, ServiceSettings>;

export function formValues({ hours, margins, calendar }: ServiceSettings): ServiceFormValues {
  const asText = ({ standard, priority }: ServiceSettings["hours"]) => ({
    standard: String(standard),
    priority: String(priority),
  });
  return {
    hours: asText(hours),
    margins: asText(margins),
    calendar: {
      week: calendar.week.map((day) => ({ isOpen: day !== null, ...(day ?? ALL_DAY) })),
      closed: calendar.closed,
    },
    newDay: "",
  };
}
