import { customType, integer, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => "bytea",
  // A Buffer from a plain column; inside JSON PostgreSQL writes bytea as \\x and hexadecimal digits.
  fromDriver: (value) => (typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value),
});

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const identity = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
