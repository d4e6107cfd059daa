import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { ORDER_VIEW_MESSAGES, viewConflictMessage } from "#contract/order-views/messages.ts";
import {
  type OrderView,
  PERSONAL_VIEWS_MAX,
  PINNED_VIEWS_MAX,
  type pinnedViewCounts,
  type SaveView,
  SHARED_VIEWS_MAX,
} from "#contract/order-views/order-views.ts";
import { orderFilterSchema } from "#contract/orders/order-filter.ts";
import { QUEUE } from "#contract/orders/queues.ts";
import { can, type Role } from "#contract/roles.ts";
import { AppError, invalidField, notFound, refused, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { OrdersService } from "../orders/orders.service.ts";
import {
  countPersonal,
  countShared,
  deleteView,
  findIdByName,
  findLayout,
  findView,
  findViews,
  forgetViewsOf,
  insertView,
  lockViews,
  setPinned,
  updateView,
  type ViewRecord,
} from "./order-views.repository.ts";
import { readDefinition } from "./stored-definition.ts";

type Actor = Pick<SessionMember, "id" | "type">;

interface OrderViewsDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "record">;
  orders: Pick<OrdersService, "search">;
}

export type OrderViewsService = ReturnType<typeof createOrderViewsService>;

/** Saved views of order lists (decision record 0097). A view gives no right: its list is checked at every call. */
export function createOrderViewsService({ db, now, audit, orders }: OrderViewsDeps) {
  return {
    list: async (actor: Actor): Promise<OrderView[]> => await visible(db, actor),

    /** @throws AppError not_found, rule_violation for one more than the limit */
    async pin(actor: Actor, { id, pinned }: { id: number; pinned: boolean }): Promise<void> {
      await change(actor, async (tx) => {
        const views = await visible(tx, actor);
        const view = views.find((each) => each.id === id && each.name !== null);
        const { is_pinned } = requireFound(view, ORDER_VIEW_MESSAGES.viewNotFound);
        if (pinned && !is_pinned && views.filter((each) => each.is_pinned).length >= PINNED_VIEWS_MAX)
          throw new AppError("rule_violation", ORDER_VIEW_MESSAGES.viewsPinnedMax);
        await setPinned(tx, id, actor.id, pinned);
      });
    },

    /** One count after the other: they keep one connection busy, not six. */
    async countPinned(actor: Actor): Promise<z.infer<typeof pinnedViewCounts.data>> {
      const counts = [];
      for (const { id, list, definition, is_pinned } of await visible(db, actor)) {
        if (!is_pinned) continue;
        const query = { list, ...orderFilterSchema.parse(definition.filter) };
        const window = { start: 0, end: 0, text: definition.search, isExact: false };
        const { total, isCapped } = await orders.search(actor, query, window);
        counts.push({ id, total, total_capped: isCapped === true });
      }
      return counts;
    },

    /**
     * @throws AppError not_found, conflict_version; forbidden for the list, for sharing or for another's shared view;
     * rule_violation for a taken name, a full list of views, or a search text in a shared view
     */
    async save(actor: Actor, request: SaveView): Promise<OrderView> {
      const { permission } = QUEUE[request.list];
      if (permission !== null) requirePermission(actor, permission);
      return await change(actor, async (tx) => {
        const before = await stored(tx, actor, request);
        if (before !== undefined && before.view.list !== request.list)
          throw invalidField("list", ORDER_VIEW_MESSAGES.viewOtherList);
        const sharedWith = nextRoles(request, before);
        const wasShared = before?.view.sharedWith != null;
        if ((sharedWith !== null || wasShared) && !can(actor.type, "views:share")) {
          throw new AppError(
            "forbidden",
            wasShared ? ORDER_VIEW_MESSAGES.viewReadOnly : ORDER_VIEW_MESSAGES.viewShareForbidden,
          );
        }
        if (sharedWith !== null && request.definition.search !== "") {
          throw refused(ORDER_VIEW_MESSAGES.viewSharedSearch, "definition.search");
        }
        const ownerId =
          before === undefined || (sharedWith === null && before.view.ownerId === null)
            ? actor.id
            : before.view.ownerId;
        await requireRoom(tx, { ownerId, sharedWith, wasShared, isNew: before === undefined, name: request.name });
        await requireFreeName(tx, { ...request, ownerId, id: before?.view.id });
        const at = now();
        const { list, name, definition } = request;
        const written = { ownerId, name, definition, sharedWith, updatedAt: at, updatedBy: actor.id };
        const id = before?.view.id ?? (await insertView(tx, { ...written, list, createdAt: at }));
        if (before !== undefined) await updateView(tx, id, written);
        await recordSharing(tx, actor, before, { id, list, name: name ?? "", sharedWith });
        return toView(actor, requireFound(await findView(tx, id), ORDER_VIEW_MESSAGES.viewNotFound));
      });
    },

    /** @throws AppError not_found, conflict_version, forbidden for a shared view without the permission */
    async remove(actor: Actor, { id, version }: { id: number; version: number }): Promise<void> {
      await change(actor, async (tx) => {
        const before = await requireSeen(tx, actor, { id, version });
        const { list, name, sharedWith } = before.view;
        if (sharedWith !== null && !can(actor.type, "views:share")) {
          throw new AppError("forbidden", ORDER_VIEW_MESSAGES.viewReadOnly);
        }
        await deleteView(tx, id);
        await recordSharing(tx, actor, before, { id, list, name: name ?? "", sharedWith: null });
      });
    },

    /** For a member who is removed: their personal views go, shared ones stay without an owner. */
    async forgetMember(tx: Transaction, memberId: number): Promise<void> {
      await lockViews(tx, memberId);
      await forgetViewsOf(tx, memberId);
    },
  };

  async function visible(from: Queryable, actor: Actor): Promise<OrderView[]> {
    const records = await findViews(from, actor.id);
    return records.filter((record) => isVisible(actor, record)).map((record) => toView(actor, record));
  }

  async function change<T>(actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return await db.transaction(async (tx) => {
      const isMember = await lockViews(tx, actor.id);
      if (!isMember) throw new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
      return await work(tx);
    });
  }

  async function recordSharing(
    tx: Transaction,
    actor: Actor,
    before: ViewRecord | undefined,
    after: { id: number; list: OrderView["list"]; name: string; sharedWith: Role[] | null },
  ): Promise<void> {
    const former = before?.view.sharedWith ?? null;
    const { id, list, name, sharedWith } = after;
    if (isDeepStrictEqual(former, sharedWith)) return;
    const view = { view_id: id, name, list };
    const event =
      sharedWith === null
        ? ({ type: "view-unshared", data: view } as const)
        : ({ type: "view-shared", data: { ...view, roles: sharedWith } } as const);
    await audit.record(tx, { at: now(), actorId: actor.id, event });
  }
}

/** Absent leaves the roles as they are. */
function nextRoles({ sharedWith }: SaveView, before: ViewRecord | undefined): Role[] | null {
  if (sharedWith === undefined) return before?.view.sharedWith ?? null;
  return sharedWith === null || sharedWith.length === 0 ? null : sharedWith;
}

/** The view that a save changes. A layout is found by its list. */
async function stored(
  tx: Transaction,
  actor: Actor,
  { id, version, list, name }: SaveView,
): Promise<ViewRecord | undefined> {
  if (id !== undefined && version !== undefined) return await requireSeen(tx, actor, { id, version });
  return name === null ? await findLayout(tx, actor.id, list) : undefined;
}

async function requireSeen(
  tx: Transaction,
  actor: Actor,
  { id, version }: { id: number; version: number },
): Promise<ViewRecord> {
  const record = requireFound(await findView(tx, id), ORDER_VIEW_MESSAGES.viewNotFound);
  if (!isVisible(actor, record)) throw notFound(ORDER_VIEW_MESSAGES.viewNotFound);
  const { view, editorName } = record;
  if (view.version === version) return record;
  const message = viewConflictMessage(editorName, formatDateTimeUtc(view.updatedAt.toISOString()));
  throw new AppError("conflict_version", message, { data: { id, version: view.version } });
}

interface Room {
  ownerId: number | null;
  name: string | null;
  sharedWith: Role[] | null;
  wasShared: boolean;
  isNew: boolean;
}

async function requireRoom(tx: Transaction, { ownerId, name, sharedWith, wasShared, isNew }: Room): Promise<void> {
  if (name === null) return;
  if (sharedWith !== null) {
    if (!wasShared && (await countShared(tx)) >= SHARED_VIEWS_MAX) {
      throw new AppError("rule_violation", ORDER_VIEW_MESSAGES.viewsSharedMax);
    }
  } else if ((isNew || wasShared) && ownerId !== null && (await countPersonal(tx, ownerId)) >= PERSONAL_VIEWS_MAX) {
    throw new AppError("rule_violation", ORDER_VIEW_MESSAGES.viewsPersonalMax);
  }
}

/** Among the views of one owner. */
async function requireFreeName(
  tx: Transaction,
  { id, ownerId, list, name }: Pick<SaveView, "list" | "name"> & { id: number | undefined; ownerId: number | null },
): Promise<void> {
  if (name === null || ownerId === null) return;
  const holder = await findIdByName(tx, { ownerId, list, name });
  if (holder !== undefined && holder !== id) throw refused(ORDER_VIEW_MESSAGES.viewNameTaken, "name");
}

/** Whoever may share sees every shared view, so that none without an owner is lost. */
function isVisible({ id, type }: Actor, { view: { list, ownerId, sharedWith } }: ViewRecord): boolean {
  const { permission } = QUEUE[list];
  if (permission !== null && !can(type, permission)) return false;
  return ownerId === id || (sharedWith !== null && (can(type, "views:share") || sharedWith.includes(type)));
}

function toView(actor: Actor, { view, ownerName }: ViewRecord): OrderView {
  const { id, list, name, ownerId, sharedWith, version, updatedAt } = view;
  return {
    id,
    list,
    name,
    ...readDefinition(view.definition, list),
    owner: ownerId === null || ownerName === null ? null : { id: ownerId, name: ownerName },
    shared_with: sharedWith,
    can_edit: sharedWith === null || can(actor.type, "views:share"),
    is_pinned: view.pinnedBy.includes(actor.id),
    version,
    updated_at: updatedAt.toISOString(),
  };
}
