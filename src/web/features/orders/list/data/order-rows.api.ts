import type { Month } from "#contract/dates.ts";
import type { OrderFilterText } from "#contract/orders/order-filter.ts";
import {
  changeOrderStatus,
  findOrders,
  folderCounts,
  lateCount,
  type MonthCounts,
  moveOrder,
  type OrderRow,
  orderNeighbours,
} from "#contract/orders/orders.ts";
import { recordRefunds, refundTotals, undoRefunds } from "#contract/refunds/refunds.ts";
import { type SelectedOrder, toSelected } from "#web/features/orders/order.slice.ts";
import { orderTags } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";
import { exactTotalCall, type OrderWindow, type SearchQuestion, windowCall } from "./order-window.ts";

/** The response of the list call and of the search call. */
export interface OrderRows {
  message: string;
  data: OrderRow[];
  total: number;
  /** True when a search finds more than `total`. */
  total_capped?: boolean;
  months?: MonthCounts;
}

type NeighboursQuestion = Pick<OrderWindow, "list" | "sort"> & {
  orderId: number;
  month: Month | undefined;
  filter: OrderFilterText;
};

const CONFLICT = 409;
// A change of one order makes every list, every open detail and the counts stale.
const CHANGED = ["OrderList", "OrderDetails", "FolderCounts"] as const;

export const orderRowsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderRows: build.query<OrderRows, OrderWindow>({
      query: windowCall,
      providesTags: (_answer, _error, { list }) => [{ type: "OrderList", id: list }],
    }),
    /** The first orders of all queues in which a text occurs. */
    foundOrders: build.query<OrderRows, string>({
      query: (searchVal) => ({ operation: findOrders, body: { searchVal } }),
      providesTags: [{ type: "OrderList", id: "allOrder" }],
    }),
    /** A window as read for a selection. Ten thousand rows each: not cached once it is unused. */
    selectableOrders: build.query<SelectedOrder[], OrderWindow>({
      query: windowCall,
      transformResponse: ({ data }: OrderRows) => data.map(toSelected),
      keepUnusedDataFor: 0,
    }),
    exactTotal: build.query<number, SearchQuestion>({
      query: exactTotalCall,
      transformResponse: ({ total }: OrderRows) => total,
      providesTags: (_answer, _error, { list }) => [{ type: "OrderList", id: list }],
    }),
    orderNeighbours: build.query({
      ...callOf(orderNeighbours, ({ orderId, list, sort, month, filter }: NeighboursQuestion) => ({
        params: { orderId },
        query: { orderName: list, ...sort, month, ...filter },
      })),
      providesTags: (_answer, _error, { list }) => [{ type: "OrderList", id: list }],
    }),
    folderCounts: build.query({ ...callOf(folderCounts), providesTags: ["FolderCounts"] }),
    lateCount: build.query({ ...callOf(lateCount), providesTags: ["FolderCounts"] }),
    changeOrderStatus: build.mutation({ ...callWithBody(changeOrderStatus), invalidatesTags: CHANGED }),
    moveOrder: build.mutation({
      ...callWithBody(moveOrder),
      // A move refused for an old version means that the screen is out of date.
      invalidatesTags: (_answer, error, { orderId }) =>
        mayStand(error) || error?.httpStatus === CONFLICT ? orderTags(orderId) : [],
    }),
    recordRefunds: build.mutation({ ...callWithBody(recordRefunds), invalidatesTags: CHANGED }),
    undoRefunds: build.mutation({ ...callWithBody(undoRefunds), invalidatesTags: CHANGED }),
    refundTotals: build.query({
      ...callOf(refundTotals),
      providesTags: [{ type: "OrderList", id: "refundOrder" }],
    }),
  }),
});

export const {
  useExactTotalQuery,
  useFolderCountsQuery,
  useFoundOrdersQuery,
  useLateCountQuery,
  useOrderNeighboursQuery,
  useOrderRowsQuery,
  useChangeOrderStatusMutation,
  useMoveOrderMutation,
  useRecordRefundsMutation,
  useRefundTotalsQuery,
  useUndoRefundsMutation,
} = orderRowsApi;
