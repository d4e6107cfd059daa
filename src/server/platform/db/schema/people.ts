import { sql } from "drizzle-orm";
import { bigserial, boolean, index, integer, json, pgEnum, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ActivityData, ActivityType } from "#contract/activity.ts";
import { ROLES } from "#contract/roles.ts";
import { bytea, identity, instant } from "./columns.ts";

export const memberRole = pgEnum("member_role", ROLES);

export const members = pgTable(
  "members",
  {
    id: identity("id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** Lower case; unique among members who are not disabled. */
    emailKey: text("email_key").notNull(),
    role: memberRole("role").notNull(),
    passwordHash: text("password_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    disabledAt: instant("disabled_at"),
  },
  (t) => [uniqueIndex("members_email_key").on(t.emailKey).where(sql`${t.disabledAt} is null`)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the session id that the token carries; the id itself is kept nowhere. */
    idHash: bytea("id_hash").primaryKey(),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
  },
  (t) => [index("sessions_member").on(t.memberId), index("sessions_expires").on(t.expiresAt)],
);

/** Asked-for links to set a new password. The token itself stands only in the mail. */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: identity("id"),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    createdAt: instant("created_at").notNull(),
    /** SHA-256 of the token; null until the mail is written, new with every try to send it. */
    tokenHash: bytea("token_hash").unique(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("password_resets_member").on(t.memberId), index("password_resets_expires").on(t.expiresAt)],
);

/** What happened to team and gateways; insert-only, as the history of the orders is. */
export const activity = pgTable("activity", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  at: instant("at").notNull(),
  actorId: integer("actor_id").references(() => members.id),
  type: text("type").$type<ActivityType>().notNull(),
  data: json("data").$type<ActivityData["data"]>().notNull(),
});

export const gateways = pgTable(
  "gateways",
  {
    id: identity("id"),
    name: text("name").notNull().unique(),
    isActive: boolean("is_active").notNull().default(false),
  },
  (t) => [uniqueIndex("gateways_one_active").on(t.isActive).where(sql`${t.isActive}`)],
);

/** Facts about this data set (for instance that it is the demo's). */
export const settings = pgTable("settings", { key: text("key").primaryKey(), value: text("value").notNull() });
