import type { TimelineData } from "./timeline.ts";

/** Facts whose values never stand in the chained history, where nothing can be erased alone. */
const IDENTITY_FIELDS = ["passport_number", "date_of_birth"] as const;
type IdentityField = (typeof IDENTITY_FIELDS)[number];

interface Change {
  from: string | null;
  to: string | null;
}
export type IdentityValues = Partial<Record<IdentityField, Change>>;

const MASK = {
  passport_number: (value: string) => {
    const characters = value.match(/[\p{L}\p{N}]/gu) ?? [];
    // At most half of a short number.
    const shown = Math.min(3, Math.floor(characters.length / 2));
    return `•••${characters.slice(characters.length - shown).join("")}`;
  },
  date_of_birth: (value: string) => `${value.slice(0, 4)}-••-••`,
} as const satisfies Record<IdentityField, (value: string) => string>;

const isIdentity = (field: string): field is IdentityField => (IDENTITY_FIELDS as readonly string[]).includes(field);
const masked = (field: IdentityField, value: string | null) => (value === null ? null : MASK[field](value));

/** The event as the history stores it, and the values that it masks; null if it has none. */
export function withoutIdentityValues(event: TimelineData): { event: TimelineData; values: IdentityValues | null } {
  if (event.type !== "corrected" && event.type !== "correction-requested") return { event, values: null };
  const values: IdentityValues = {};
  const fields = event.data.fields.map((change) => {
    const { field, from, to } = change;
    if (!isIdentity(field)) return change;
    values[field] = { from, to };
    return { field, from: masked(field, from), to: masked(field, to) };
  });
  if (Object.keys(values).length === 0) return { event, values: null };
  return { event: { ...event, data: { ...event.data, fields } } as TimelineData, values };
}

/** An event's payload with its values in place of the masks, as far as they are still kept. */
export function withIdentityValues<T>(data: T, values: IdentityValues | null): T {
  if (values === null || data === null) return data;
  const { fields } = data as { fields: ({ field: string } & Change)[] };
  return { ...data, fields: fields.map((change) => ({ ...change, ...values[change.field as IdentityField] })) };
}
