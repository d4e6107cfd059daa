import type { CorrectionInbox } from "#contract/corrections/correction-inbox.ts";
import type { CorrectionRequest } from "#contract/corrections/correction-records.ts";
import type { CorrectedOrder } from "#contract/corrections/corrections.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { type Answer, call } from "./client.ts";
import { orderDetails } from "./orders.ts";
import type { TestProgram } from "./test-program.ts";

type Fields = Record<string, unknown>;

/** The calls of corrections by the member with this token. */
export function correctionCalls(program: TestProgram, token: string) {
  const post = <T>(name: string, body: unknown): Promise<Answer<T>> =>
    call<T>(program.address, "POST", `/api/admin/${name}`, { token, body });
  return {
    details: (orderId: number): Promise<OrderDetails> => orderDetails(program, token, orderId),
    preview: (orderId: number, fields: Fields) =>
      post<{ process_status: string; processing_date: string; changed: unknown[]; confirm: string[] }>(
        "preview-correction",
        { orderId, fields },
      ),
    correct: (orderId: number, fields: Fields, given: Record<string, unknown> = {}) =>
      post<CorrectedOrder>("correct-order", {
        orderId,
        factsVersion: 1,
        fields,
        reason: "A typing error",
        ...given,
      }),
    inbox: () => call<CorrectionInbox>(program.address, "GET", "/api/admin/correction-inbox", { token }),
    see: (requestIds: number[]) => post<{ seen: number }>("see-correction-decisions", { requestIds }),
    request: (orderId: number, fields: Fields, note = "Heard on the telephone") =>
      post<CorrectionRequest>("request-correction", { orderId, fields, note }),
    decide: (requestId: number, accept: boolean, given: Record<string, unknown> = {}) =>
      post<CorrectionRequest>("decide-correction", { requestId, accept, ...given }),
  };
}
