import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
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
import { PROOF_METHODS } from "#contract/audit/audit.ts";
import { ROLES } from "#contract/roles.ts";
import { LINK_MAIL_STATES } from "#contract/team/team.ts";
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
    /** False with "Only passkeys for me": the password proves nothing then. */
    isPasswordSignIn: boolean("is_password_sign_in").notNull().default(true),
    createdAt: instant("created_at").notNull().defaultNow(),
    disabledAt: instant("disabled_at"),
    /** From then on the member's role needs a second factor; null until the first sign-in at which it does. */
    factorDueAt: instant("factor_due_at"),
    /** 32 random bytes by which passkeys know the member; null until the first one. */
    webauthnUserId: bytea("webauthn_user_id").unique(),
  },
  (t) => [uniqueIndex("members_email_key").on(t.emailKey).where(sql`${t.disabledAt} is null`)],
);

/** The foreign key of what belongs to a member, or was done by one. */
export const memberId = (name = "member_id") =>
  integer(name)
    .notNull()
    .references(() => members.id);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the session id in the token; the id itself is not stored. */
    idHash: bytea("id_hash").primaryKey(),
    memberId: memberId(),
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
    /** By what the member last proved who they are. */
    method: text("method", { enum: PROOF_METHODS }).notNull().default("password"),
    /** A mailed link opens a session of `enrol`: it sets a second factor up and reaches nothing else. */
    scope: text("scope", { enum: ["full", "enrol"] })
      .notNull()
      .default("full"),
  },
  (t) => [index("sessions_member").on(t.memberId), index("sessions_expires").on(t.expiresAt)],
);

/** Browsers in which a member has signed in. They grant nothing, but their wrong passwords are counted separately. */
export const knownDevices = pgTable(
  "known_devices",
  {
    memberId: memberId(),
    /** SHA-256 of the device's cookie. */
    deviceHash: bytea("device_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.deviceHash] }), index("known_devices_last_used").on(t.lastUsedAt)],
);

/** The authenticator app of a member. The secrets are sealed (decision record 0101); their first four bytes name the key. */
export const memberTotp = pgTable("member_totp", {
  memberId: memberId().primaryKey(),
  secret: bytea("secret"),
  addedAt: instant("added_at"),
  /** A new app that has not shown its first code; forgotten after ten minutes. */
  pendingSecret: bytea("pending_secret"),
  pendingAt: instant("pending_at"),
  /** The step of the last code: only later ones are taken. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  wrongInRow: integer("wrong_in_row").notNull().default(0),
  suspendedAt: instant("suspended_at"),
});

/** Passkeys of members: the key pair's public half, and what the authenticator said of itself. */
export const memberPasskeys = pgTable(
  "member_passkeys",
  {
    /** The credential id in base64url. */
    id: text("id").primaryKey(),
    memberId: memberId(),
    publicKey: bytea("public_key").notNull(),
    /** Of uses, as the authenticator counts them; 0 for ever where it doesn't. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    /** Kept by one device alone, or copied to others by its maker. */
    isBackedUp: boolean("is_backed_up").notNull(),
    /** The model, as a UUID; zeros where the authenticator doesn't tell. */
    aaguid: text("aaguid").notNull(),
    /** The host it belongs to: it works at no other. */
    rpId: text("rp_id").notNull(),
    name: text("name").notNull(),
    addedAt: instant("added_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    /** Its counter went back: somebody may have a copy. */
    suspendedAt: instant("suspended_at"),
  },
  (t) => [index("member_passkeys_member").on(t.memberId)],
);

/** Each replaces the second factor once. */
export const memberRecoveryCodes = pgTable(
  "member_recovery_codes",
  {
    memberId: memberId(),
    number: integer("number").notNull(),
    /** Argon2id. */
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.number] })],
);

export const TICKET_PURPOSES = ["sign-in", "passkey", "used-offer"] as const;

/** The first step of something that takes two calls. */
export const authTickets = pgTable(
  "auth_tickets",
  {
    /** SHA-256 of the ticket. */
    idHash: bytea("id_hash").primaryKey(),
    purpose: text("purpose", { enum: TICKET_PURPOSES }).notNull(),
    memberId: memberId(),
    /** SHA-256 of the password hash that was right: a new password voids the ticket. */
    passwordDigest: bytea("password_digest"),
    /** What a passkey has to sign, in base64url. */
    challenge: text("challenge"),
    /** SHA-256 of the browser's device cookie. */
    deviceHash: bytea("device_hash"),
    isRemembered: boolean("is_remembered").notNull().default(false),
    tries: integer("tries").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("auth_tickets_member").on(t.memberId), index("auth_tickets_expires").on(t.expiresAt)],
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
    memberId: memberId(),
    kind: text("kind", { enum: LINK_KINDS }).notNull().default("reset"),
    /** Where it is mailed, if that is not the member's address at that time. */
    email: text("email"),
    /** Who caused it, if it was not the member. */
    askedBy: integer("asked_by").references(() => members.id),
    createdAt: instant("created_at").notNull(),
    /** SHA-256 of the token; null until the mail is written, replaced at each attempt to send it. */
    tokenHash: bytea("token_hash").unique(),
    mailState: text("mail_state", { enum: LINK_MAIL_STATES }).notNull().default("queued"),
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
    memberId: memberId(),
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
