import type { Month } from "#contract/dates.ts";
import { isFilterOf } from "#contract/orders/list-filters.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { SOON_MS } from "#contract/orders/order-due.ts";
import type { OrderFilter } from "#contract/orders/order-filter.ts";
import { isSortOf, type SortField } from "#contract/orders/orders.ts";
import { isOpenWork, type ListName, QUEUE, type SortDirection } from "#contract/orders/queues.ts";
import { invalidField } from "#server/platform/app-error.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import type { SortedList } from "../conditions/list-conditions.types.ts";
import { rowFilter } from "../search/filter-conditions.ts";

/** A list as a client asks for it. */
export interface ListParameters extends OrderFilter {
  list: ListName;
  month?: Month | undefined;
  sort?: SortField | undefined;
  dir?: SortDirection | undefined;
}

/**
 * The list to read.
 * @throws AppError forbidden when the member's role may not read it, invalid_input for a sort or filter that it doesn't have
 */
export function listRequest(actor: Pick<SessionMember, "id" | "type">, query: ListParameters, now: Date): SortedList {
  const { list, month, sort, dir, due, status } = query;
  const { permission } = QUEUE[list];
  if (permission !== null) requirePermission(actor, permission);
  if (sort !== undefined && !isSortOf(list, sort)) throw invalidField("sort", ORDER_MESSAGES.sortOpenOnly);
  if (due !== undefined && !isOpenWork(list)) throw invalidField("due", ORDER_MESSAGES.dueOpenOnly);
  if (status !== undefined && !isFilterOf(list, "status", status.join()))
    throw invalidField("status", ORDER_MESSAGES.statusElsewhere);
  const soon = { from: now, before: new Date(now.getTime() + SOON_MS) };
  const rows = rowFilter(query, actor.id, now);
  return {
    ...{ list, month, sort, dir },
    ...(due !== undefined && { due: due === "late" ? { before: now } : soon }),
    ...(status !== undefined && { statuses: status }),
    ...(rows !== undefined && { rows }),
  };
}
