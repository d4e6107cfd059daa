import { sql } from "drizzle-orm";
import {
  DEFAULT_SERVICE,
  type ServiceSettings,
  serviceSettingsSchema,
} from "#contract/service-settings/service-settings.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { orders } from "#server/platform/db/schema.ts";
import { lockSetting, readSetting, writeSetting } from "#server/platform/db/settings.ts";

const KEY = "service";

/** What a due time is computed from, beside the settings. */
export const clockColumns = {
  status: orders.status,
  processingMode: orders.processingMode,
  arrivalDate: orders.arrivalDate,
  statusChangedAt: orders.statusChangedAt,
  dueAt: orders.dueAt,
  clockStartedAt: orders.clockStartedAt,
  clockSince: orders.clockSince,
  clockUsedMs: orders.clockUsedMs,
};

/** The stored settings as a column of a query, which saves a single move a round trip. */
export const serviceText = sql<string | null>`(select value from settings where key = ${sql.raw(`'${KEY}'`)})`;

let last: { text: string; settings: ServiceSettings } | undefined;

/** Parsed once for as long as the text stays the same. */
export function parseServiceSettings(text: string | null): ServiceSettings {
  if (text === null) return DEFAULT_SERVICE;
  if (last?.text !== text) last = { text, settings: serviceSettingsSchema.parse(JSON.parse(text)) };
  return last.settings;
}

export async function readServiceSettings(db: Queryable): Promise<ServiceSettings> {
  return parseServiceSettings(await readSetting(db, KEY));
}

export async function areServiceSettingsStored(db: Queryable): Promise<boolean> {
  return (await readSetting(db, KEY)) !== null;
}

/** The settings, which no other transaction changes until this one ends. */
export async function lockServiceSettings(tx: Queryable): Promise<ServiceSettings> {
  await lockSetting(tx, KEY);
  return await readServiceSettings(tx);
}

export async function writeServiceSettings(db: Queryable, settings: ServiceSettings): Promise<void> {
  await writeSetting(db, KEY, JSON.stringify(settings));
}
