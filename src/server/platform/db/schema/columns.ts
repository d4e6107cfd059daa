import { customType, integer, text, timestamp } from "drizzle-orm/pg-core";
import { DOCUMENT_TYPES, type DocumentType } from "#contract/documents/documents.ts";

export const bytea = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => "bytea",
  // A Buffer from a plain column; inside JSON PostgreSQL writes bytea as \\x and hexadecimal digits.
  fromDriver: (value) => (typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value),
});

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const identity = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();

export const documentType = (name: string) =>
  text(name, { enum: Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]] });

/** One of several files that somebody attached. */
export const attachedFile = () => ({
  position: integer("position").notNull(),
  name: text("name").notNull(),
  contentType: documentType("content_type").notNull(),
  bytes: integer("bytes").notNull(),
  sha256: bytea("sha256").notNull(),
  storageKey: text("storage_key").notNull().unique(),
  createdAt: instant("created_at").notNull(),
});
