import { type APIRequestContext, type APIResponse, expect, type Page } from "@playwright/test";
import type * as z from "zod";
import { signIn } from "#contract/auth/auth.ts";
import {
  closeDispute,
  type Dispute,
  type DisputeOutcome,
  type UpdateDisputeInput,
  updateDispute,
} from "#contract/disputes/disputes.ts";
import { uploadDocument } from "#contract/documents/documents.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { type Operation, operationPath } from "#contract/operation.ts";
import { type OrderDetails, orderDetails } from "#contract/order-detail/order-detail.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { changeOrderStatus, moveOrder } from "#contract/orders/orders.ts";
import { addRemark } from "#contract/remarks/remarks.ts";
import type { Role } from "#contract/roles.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { inDays } from "./orders.ts";
import { Screen } from "./screen.ts";
import { STAFF_PASSWORD, staffEmail } from "./staff.ts";

type Part<O extends Operation, K extends "params" | "query" | "body"> =
  O extends Record<K, infer S extends z.ZodType> ? z.input<S> : unknown;
/** Parameters, query and body of a call in one object. */
type Input<O extends Operation> = Part<O, "params"> & Part<O, "query"> & Part<O, "body">;
type Inputs<O extends Operation> = unknown extends Input<O> ? [] : [input: Input<O>];
type Flags = Omit<Part<typeof addRemark, "body">, "orderId" | "remark">;
type DisputeKey = Pick<Dispute, "id" | "version">;
type DisputeDetails = Omit<UpdateDisputeInput, "disputeId" | "version">;

/** A member of the team, who acts by the API and sees a page. */
export class Member extends Screen {
  readonly role: Role;
  readonly #request: APIRequestContext;
  #token: Promise<string> | undefined;

  constructor(role: Role, page: Page, request: APIRequestContext) {
    super(page);
    this.role = role;
    this.#request = request;
  }

  /** The token of a session that begins with the first call. */
  token(): Promise<string> {
    this.#token ??= this.#signIn();
    return this.#token;
  }

  async #signIn(): Promise<string> {
    const data = { email: staffEmail(this.role), password: STAFF_PASSWORD };
    return (await (await this.#request.post(`/api${signIn.path}`, { data })).json()).jwtToken;
  }

  /** Ends the member's browser. */
  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** Sends a call. @returns the answer, a refusal too */
  async answer<O extends Operation>(operation: O, ...[input]: Inputs<O>): Promise<APIResponse> {
    const rest: Record<string, string> = Object.assign({}, input);
    const path = `/api${operationPath(operation, rest)}`;
    for (const [, name = ""] of operation.path.matchAll(/:([a-zA-Z]+)/g)) delete rest[name];
    const body = operation.fileField === undefined ? { data: rest } : { multipart: rest };
    const parts = operation.method === "GET" ? { params: rest } : body;
    const headers = { authorization: await this.token() };
    return await this.#request.fetch(path, { method: operation.method, headers, ...parts });
  }

  /** Sends a call that must succeed. @returns its data */
  async call<O extends Operation>(operation: O, ...input: Inputs<O>): Promise<z.output<O["data"]>> {
    const answer = await this.answer(operation, ...input);
    expect(answer.status(), await answer.text()).toBe(operation.successStatus ?? 200);
    return (await answer.json()).data;
  }

  /** Moves an order, as its page does. */
  async move(orderId: number, updatingStatus: OrderStatus) {
    return await this.call(moveOrder, { orderId, updatingStatus });
  }

  /** Moves orders, as a list does. @returns the result of each order */
  async changeStatus(orderId: readonly number[], updatingStatus: OrderStatus) {
    return await this.call(changeOrderStatus, { orderId, updatingStatus });
  }

  /** Uploads a document; the order becomes Completed once its mail is sent. */
  async upload(orderId: number, email: string, mailServiceProvider: MailProvider = "AWS"): Promise<void> {
    const file = { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf(`Card of ${orderId}`) };
    const answer = await this.#request.post(`/api${uploadDocument.path}`, {
      headers: { authorization: await this.token() },
      multipart: { orderId: String(orderId), email, mailServiceProvider, [uploadDocument.fileField]: file },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }

  async addComment(orderId: number, remark: string, flags: Flags = {}) {
    return await this.call(addRemark, { orderId, remark, ...flags });
  }

  async details(orderId: number): Promise<OrderDetails> {
    return (await (await this.answer(orderDetails, { orderId })).json()).data;
  }

  /** Opens a dispute by a comment with the chargeback flag. */
  async openDispute(orderId: number): Promise<Dispute> {
    await this.addComment(orderId, "The bank wrote.", { chargeBack: "Y" });
    return await this.disputeOf(orderId);
  }

  async disputeOf(orderId: number): Promise<Dispute> {
    const { dispute } = await this.details(orderId);
    if (dispute === null) throw new Error(`order ${orderId} has no dispute`);
    return dispute;
  }

  /** Enters details of a dispute; omitted fields are cleared. */
  async changeDispute({ id, version }: DisputeKey, details: Partial<DisputeDetails>): Promise<Dispute> {
    const cleared = { reason: null, amount: null, currency: null, dueDate: null, caseId: null };
    return await this.call(updateDispute, { disputeId: id, version, ...cleared, ...details });
  }

  async closeDispute({ id, version }: DisputeKey, outcome: DisputeOutcome): Promise<void> {
    await this.call(closeDispute, { disputeId: id, version, outcome });
  }

  /** Opens a dispute with every field filled in with long text. */
  async fullDispute(orderId: number, isClosed: boolean): Promise<void> {
    const details = { amount: "123456789012.34", currency: "EUR", caseId: "dp_".padEnd(100, "1Q"), dueDate: inDays(1) };
    const dispute = await this.openDispute(orderId);
    const changed = await this.changeDispute(dispute, { reason: "not_authorised", ...details });
    if (isClosed) await this.closeDispute(changed, "withdrawn");
  }
}
