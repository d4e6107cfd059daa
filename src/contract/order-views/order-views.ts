import * as z from "zod";
import { personSchema } from "#contract/claims/claims.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { isFilterOf } from "#contract/orders/list-filters.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { isSortOf } from "#contract/orders/orders.ts";
import { listNameSchema } from "#contract/orders/queues.ts";
import { roleSchema } from "#contract/roles.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { ORDER_VIEW_MESSAGES } from "./messages.ts";
import { viewDefinitionSchema } from "./view-definition.ts";

export const VIEW_NAME_MAX = 60;
/** Of one member, not counting those without a name. */
export const PERSONAL_VIEWS_MAX = 50;
/** Of the whole team. */
export const SHARED_VIEWS_MAX = 30;
/** In the side panel of one member: each is counted again as orders change. */
export const PINNED_VIEWS_MAX = 6;

export const orderViewSchema = z
  .object({
    id: z.int(),
    list: listNameSchema,
    /** Null for the member's layout of the list, which is no view. */
    name: z.string().nullable(),
    definition: viewDefinitionSchema,
    /** Stored parts that no longer exist: left out of `definition`. */
    dropped: z.array(z.string()),
    /** Null for a shared view whose owner left. */
    owner: personSchema.nullable(),
    /** Null for a personal view. */
    shared_with: z.array(roleSchema).nullable(),
    can_edit: z.boolean(),
    /** Whether the member keeps it in the side panel. */
    is_pinned: z.boolean(),
    version: z.int(),
    updated_at: instantSchema,
  })
  .meta({ id: "OrderView" });
export type OrderView = z.infer<typeof orderViewSchema>;

export const orderViews = defineOperation({
  method: "GET",
  path: "/admin/views",
  summary: "One's own saved views and those shared with one's role, of the lists that the role may read",
  access: "orders:work",
  shows: "nothing",
  data: z.array(orderViewSchema),
});

const versionSchema = z
  .int({ error: "version must be a whole number." })
  .min(1, "version must be a whole number, 1 or greater.");

export const viewNameSchema = requiredLine(ORDER_VIEW_MESSAGES.viewNameRequired, VIEW_NAME_MAX);

export const saveViewSchema = z
  .object({
    /** Absent for a new view. */
    id: rowIdSchema.optional(),
    list: listNameSchema,
    /** Null is one's layout of the list: it has no id, and the last one saved counts. */
    name: viewNameSchema.nullable(),
    definition: viewDefinitionSchema,
    /** Null or no role makes the view personal; absent leaves it as it is. */
    sharedWith: z
      .array(roleSchema, { error: "sharedWith must be a list of roles." })
      .max(20, "At most 20 roles.")
      .overwrite((roles) => [...new Set(roles)])
      .nullish(),
    /** The version that was read; required with `id`. */
    version: versionSchema.optional(),
  })
  .superRefine(({ id, list, name, definition: { filter, sort }, sharedWith, version }, context) => {
    const refuse = (message: string, ...path: string[]) => context.addIssue({ code: "custom", message, path });
    if ((id === undefined) !== (version === undefined)) refuse(ORDER_VIEW_MESSAGES.viewVersion, "version");
    if (name === null && (id !== undefined || (sharedWith?.length ?? 0) > 0))
      refuse(ORDER_VIEW_MESSAGES.viewUnnamed, "name");
    if (name !== null && list === "futureOrder") refuse(ORDER_VIEW_MESSAGES.viewFuture, "list");
    if (sort !== null && !isSortOf(list, sort)) refuse(ORDER_MESSAGES.sortOpenOnly, "definition", "sort");
    if (filter.due !== undefined && !isFilterOf(list, "due"))
      refuse(ORDER_MESSAGES.dueOpenOnly, "definition", "filter", "due");
    if (filter.status !== undefined && !isFilterOf(list, "status", filter.status))
      refuse(ORDER_MESSAGES.statusElsewhere, "definition", "filter", "status");
  });
export type SaveView = z.output<typeof saveViewSchema>;

export const saveView = defineOperation({
  method: "POST",
  path: "/admin/save-view",
  summary: "Save a view of a list, or change one; sharing it takes a permission",
  access: "orders:work",
  shows: "nothing",
  body: saveViewSchema,
  data: orderViewSchema,
});

export const pinView = defineOperation({
  method: "POST",
  path: "/admin/pin-view",
  summary: `Keep a view in one's own side panel, at most ${PINNED_VIEWS_MAX}, or take it out`,
  access: "orders:work",
  shows: "nothing",
  body: z.object({ id: rowIdSchema, pinned: z.boolean({ error: "pinned must be true or false." }) }),
  data: z.null(),
});

export const pinnedViewCounts = defineOperation({
  method: "GET",
  path: "/admin/pinned-view-counts",
  summary: "How many orders each of one's pinned views holds, counted to 10,000 as filtered lists are",
  access: "orders:work",
  shows: "nothing",
  data: z.array(z.object({ id: z.int(), total: z.int(), total_capped: z.boolean() })),
});

export const deleteView = defineOperation({
  method: "POST",
  path: "/admin/delete-view",
  summary: "Delete a saved view",
  access: "orders:work",
  shows: "nothing",
  body: z.object({ id: rowIdSchema, version: versionSchema }),
  data: z.null(),
});
