import type * as z from "zod";
import {
  changeOrderStatus,
  type changeOrderStatusSchema,
  folderCounts,
  type MonthCounts,
  type OrderRow,
  recordRefunds,
  type recordRefundsSchema,
} from "#contract/orders.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";
import { type SelectedOrder, toSelected } from "../order.slice.ts";
import { exactTotalCall, type OrderWindow, type SearchQuestion, windowCall } from "./order-window.ts";

/** What the list call and the search call both answer. */
export interface OrderRows {
  message: string;
  data: OrderRow[];
  total: number;
  /** True when a search finds more than `total`. */
  total_capped?: boolean;
  months?: MonthCounts;
}

// What one order's change makes old is every list, every open detail and the counts.
const CHANGED = ["OrderList", "OrderDetails", "FolderCounts"] as const;

export const orderRowsApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderRows: build.query<OrderRows, OrderWindow>({
      query: windowCall,
      providesTags: (_answer, _error, { list }) => [{ type: "OrderList", id: list }],
    }),
    /** A window as a selection keeps it. Ten thousand rows each: nothing of it stays once nobody waits for it. */
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
    folderCounts: build.query({ ...callOf(folderCounts), providesTags: ["FolderCounts"] }),
    changeOrderStatus: build.mutation({
      ...callOf(changeOrderStatus, (body: z.input<typeof changeOrderStatusSchema>) => ({ body })),
      invalidatesTags: CHANGED,
    }),
    recordRefunds: build.mutation({
      ...callOf(recordRefunds, (body: z.input<typeof recordRefundsSchema>) => ({ body })),
      invalidatesTags: CHANGED,
    }),
  }),
});

export const {
  useExactTotalQuery,
  useFolderCountsQuery,
  useOrderRowsQuery,
  useChangeOrderStatusMutation,
  useRecordRefundsMutation,
} = orderRowsApi;
