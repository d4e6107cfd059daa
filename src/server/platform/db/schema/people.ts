import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
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
    /** Null until an invited member has chosen a password. */
    passwordHash: text("password_hash"),
    /** Who typed the password, if it was not the member. */
    passwordSetBy: integer("password_set_by").references((): AnyPgColumn => members.id),
    /** Null for passwords from before this was kept. */
    passwordSetAt: instant("password_set_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    disabledAt: instant("disabled_at"),
  },
  (t) => [uniqueIndex("members_email_key").on(t.emailKey).where(sql`${t.disabledAt} is null`)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the session id in the token; the id itself is not stored. */
    idHash: bytea("id_hash").primaryKey(),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    ip: text("ip").notNull(),
    userAgent: text("user_agent").notNull(),
    /** When the member last proved who they are: at sign-in, or by "Confirm it is you". */
    authenticatedAt: instant("authenticated_at").notNull().defaultNow(),
    /** "Remember me": valid for two weeks, without an idle timeout. */
    isRemembered: boolean("is_remembered").notNull().default(false),
    /** The last call made by a person; up to about a minute old. */
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    /** IP address of that call; null if it is that of the sign-in. */
    lastIp: text("last_ip"),
  },
  (t) => [index("sessions_member").on(t.memberId), index("sessions_expires").on(t.expiresAt)],
);

/** Browsers in which a member has signed in. They grant nothing, but their wrong passwords are counted separately. */
export const knownDevices = pgTable(
  "known_devices",
  {
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    /** SHA-256 of the device's cookie. */
    deviceHash: bytea("device_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.deviceHash] }), index("known_devices_last_used").on(t.lastUsedAt)],
);

export const LINK_KINDS = ["reset", "invitation", "email", "set-up"] as const;

/**
 * One-time links by mail: to set a new password, to accept an invitation, to confirm an own new address, to set up a
 * second factor. The token itself is only in the mail.
 */
export const accountLinks = pgTable(
  "account_links",
  {
    id: identity("id"),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    kind: text("kind", { enum: LINK_KINDS }).notNull().default("reset"),
    /** Where it is mailed, if that is not the member's address at that time. */
    email: text("email"),
    /** Who caused it, if it was not the member. */
    askedBy: integer("asked_by").references(() => members.id),
    createdAt: instant("created_at").notNull(),
    /** SHA-256 of the token; null until the mail is written, replaced at each attempt to send it. */
    tokenHash: bytea("token_hash").unique(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("account_links_member").on(t.memberId), index("account_links_expires").on(t.expiresAt)],
);

/** Notifications: mails to a member about their own account, and to Admins about the team. */
export const memberNotices = pgTable(
  "member_notices",
  {
    id: identity("id"),
    memberId: integer("member_id")
      .notNull()
      .references(() => members.id),
    kind: text("kind").notNull(),
    /** The member's address when the mail was queued, or their previous one after a change. */
    recipient: text("recipient").notNull(),
    facts: json("facts").$type<object>().notNull(),
    /** True for the last mail of its kind on that day. */
    isLast: boolean("is_last").notNull(),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [index("member_notices_member").on(t.memberId, t.kind, t.createdAt)],
);

export const gateways = pgTable(
  "gateways",
  {
    id: identity("id"),
    name: text("name").notNull().unique(),
    isActive: boolean("is_active").notNull().default(false),
  },
  (t) => [uniqueIndex("gateways_one_active").on(t.isActive).where(sql`${t.isActive}`)],
);

/** Facts about this data set, for instance that it is demo data. */
export const settings = pgTable("settings", { key: text("key").primaryKey(), value: text("value").notNull() });
