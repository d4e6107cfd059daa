import { sql } from "drizzle-orm";
import { check, integer, json, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ListName } from "#contract/orders/queues.ts";
import type { Role } from "#contract/roles.ts";
import { identity, instant } from "./columns.ts";
import { memberId, members } from "./people.ts";

/** Saved views of order lists (decision record 0097). */
export const orderViews = pgTable(
  "order_views",
  {
    id: identity("id"),
    /** Null once the owner of a shared view is removed. */
    ownerId: integer("owner_id").references(() => members.id),
    list: text("list").$type<ListName>().notNull(),
    /** Null is the owner's layout of the list, which is no view. */
    name: text("name"),
    /** Parsed again when read: filters and columns come and go. */
    definition: json("definition").$type<unknown>().notNull(),
    /** Null for a personal view. */
    sharedWith: text("shared_with").array().$type<Role[]>(),
    /** The members who keep it in their side panel. */
    pinnedBy: integer("pinned_by").array().notNull().default([]),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: memberId("updated_by"),
  },
  (t) => [
    uniqueIndex("order_views_name").on(t.ownerId, t.list, sql`lower(${t.name})`),
    uniqueIndex("order_views_unnamed").on(t.ownerId, t.list).where(sql`${t.name} is null`),
    check("order_views_reachable", sql`${t.sharedWith} is not null or ${t.ownerId} is not null`),
    check("order_views_unnamed_personal", sql`${t.name} is not null or ${t.sharedWith} is null`),
  ],
);
