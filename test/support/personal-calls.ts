import { createHash, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import type { Operation } from "#contract/operation.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { DEFAULT_SERVICE } from "#contract/service-settings/service-settings.ts";
import { clearOrder, openDispute } from "./evidence-order.ts";
import { type ExampleCall, exampleCall, type OpenApiDocument } from "./example-call.ts";
import { operationName } from "./operations.ts";
import { putOrder } from "./orders.ts";
import { sendgridHeaders } from "./sendgrid-signer.ts";
import { emailOf, TEST_PASSWORD, type TestProgram } from "./test-program.ts";

/** Unique personal data in the calls: if it is in the log, it came from them. */
export const PERSONAL = {
  name: "Zuleika Abernathy-Quorn",
  email: "zuleika.quorn@traveller.example",
  blocked: "zuleika.blocked@traveller.example",
  passport: "ZQ9081726",
  words: "spoke with Zuleika on her landline",
  reference: "ch_zuleika_77",
  agent: "ZuleikaBrowser/7.7",
};
export const TRAVELLER = {
  full_name: PERSONAL.name,
  email: "traveller@example.com",
  passport_number: PERSONAL.passport,
  transaction_id: PERSONAL.reference,
  user_agent: PERSONAL.agent,
};

export interface Scenario {
  orderId: number;
  disputeId: number;
  mailId: number;
  /** Of the order. */
  version: number;
  attemptId: string;
  /** Of a password reset, and of both links of an e-mail change. */
  token: string;
  correctionRequestId: number;
  filingId: number;
  questionId: number;
  downloadId: number;
  reportId: number;
  refundId: number;
  /** Of the Admin. */
  viewId: number;
  telecallerId: number;
  /** Of the Admin and the Telecaller. */
  sessionIds: string[];
}

/** The link that a call of this name takes. */
function linkKind(name: string): string {
  if (/invitation|open-link/.test(name)) return "invitation";
  if (name.includes("own-email")) return "email";
  return name.includes("enrolment") ? "set-up" : "reset";
}

/** An order in the state that a call requires, with document, mail, blocked address, dispute and mailed link. */
export async function createScenario(program: TestProgram, name: string): Promise<Scenario> {
  const { orderId, mailId } = await clearOrder(program, TRAVELLER);
  await openDispute(program, orderId);
  if (name.includes("refund")) await putOrder(program, orderId, { status: "Refunds", previousStatus: "New" });
  // A chargeback would block the refund.
  if (name.includes("refund")) await program.database.pool.query("update disputes set stage = 'inquiry'");
  if (name.includes("-status")) await putOrder(program, orderId, { status: "New" });
  if (name.includes("/payment")) await putOrder(program, orderId, { status: "Awaiting", isPaid: false });
  const { pool } = program.database;
  if (name.includes("reopen")) {
    await pool.query("update disputes set closed_at = now(), outcome = 'won' where order_id = $1", [orderId]);
  }
  const attemptId = randomUUID();
  await pool.query(
    "update mails set to_address = $1, provider = 'Sendgrid', transport = 'sendgrid', state = 'sent', attempt_id = $2 where id = $3",
    [name.includes("unblock") ? PERSONAL.blocked : PERSONAL.email, attemptId, mailId],
  );
  await pool.query(
    `insert into suppressions (email_key, reason, mail_id, created_at) values ($1, 'bounce', $2, now())
     on conflict do nothing`,
    [PERSONAL.blocked, mailId],
  );
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest();
  await pool.query(
    `insert into account_links (member_id, kind, email, token_hash, created_at, expires_at)
     select id, $3, $4, $1, now(), now() + interval '20 minutes' from members where email = $2`,
    [tokenHash, emailOf("Telecaller"), linkKind(name), name.includes("own-email") ? "own@staff.example" : null],
  );
  if (/resend-invitation|withdraw-invitation/.test(name)) {
    await pool.query("update members set password_hash = null where email = $1", [emailOf("Telecaller")]);
  }
  // Else a factor would void the links of other calls.
  await pool.query("delete from member_totp where member_id = (select id from members where email = $1)", [
    emailOf("Telecaller"),
  ]);
  if (name.includes("reset-second-factor")) {
    await pool.query(
      "insert into member_totp (member_id, secret, added_at) select id, '', now() from members where email = $1",
      [emailOf("Telecaller")],
    );
  }
  const corrections = await pool.query<{ id: number }>(
    `insert into correction_requests (order_id, fields, note, at)
     values ($1, '{"flight_number": "UL 505"}', $2, now()) returning id`,
    [orderId, PERSONAL.words],
  );
  if (name.includes("see-correction")) {
    await pool.query(
      `update correction_requests set outcome = 'accepted', decided_at = now(),
         requested_by = (select id from members where email = $2) where id = $1`,
      [corrections.rows[0]?.id, emailOf("Admin")],
    );
  }
  if (name.includes("undo-refund")) {
    await pool.query("update orders set refunded_at = now() where id = $1", [orderId]);
  }
  const refunds = name.includes("undo-refund")
    ? await pool.query<{ id: number }>(
        `insert into refunds (order_id, amount, currency, is_assumed, recorded_at, recorded_by, note, reference)
         select o.id, 5, 'USD', false, refunded_at, m.id, $2, $3 from orders o, members m
         where o.id = $1 and m.email = $4 returning id`,
        [orderId, PERSONAL.words, PERSONAL.reference, emailOf("Admin")],
      )
    : { rows: [] };
  const filings = await pool.query<{ id: number }>(
    `insert into filings (order_id, profile, reference, filed_at, recorded_at, recorded_by, facts, facts_sha256)
     select $1, 'arrival-card-1', $2, now(), now(), min(id), '{}', '' from members returning id`,
    [orderId, PERSONAL.reference],
  );
  const questions = await pool.query<{ id: number }>(
    `insert into customer_questions (order_id, mail_id, wants, state, asked_by, shown_from)
     select $1, $2, 'both', 'open', min(id), now() from members returning id`,
    [orderId, mailId],
  );
  const questionId = questions.rows[0]?.id ?? 0;
  if (!/question|send-message/.test(name)) {
    await pool.query(
      `with answer as (
         insert into customer_answers (question_id, order_id, created_at, text, digest, ip, user_agent)
         values ($1, $2, now(), $3, '', '192.0.2.7', '') returning id
       ) insert into answer_files (answer_id, position, name, content_type, bytes, sha256, storage_key, created_at)
         select id, 0, $4, 'image/png', 3, '', 'answers/' || gen_random_uuid(), now() from answer`,
      [questionId, orderId, PERSONAL.words, `${PERSONAL.words}.png`],
    );
  }
  if (/email-change|confirm-email|contest-email/.test(name)) {
    await pool.query(
      `insert into email_changes (order_id, old_email, new_email, asked_by, reason, proof, confirm_hash, contest_hash,
         contest_seed, asked_at, expires_at)
       select $1, $2, $3, min(id), $4, '{amount}', $5, $5, '', now(), now() + interval '1 hour' from members`,
      [orderId, TRAVELLER.email, PERSONAL.email, PERSONAL.words, tokenHash],
    );
  }
  const [download] = (
    await pool.query<{ id: number }>("select max(id) as id from downloads where order_id = $1", [orderId])
  ).rows;
  const reports = await pool.query<{ id: number }>(
    `insert into download_reports (order_id, download_id, reported_at, note, ip, user_agent)
     select order_id, id, now(), $2, '192.0.2.7', '' from downloads where id = $1 and $3 returning id`,
    [download?.id, PERSONAL.words, name.includes("download-report")],
  );
  if (/renew-claim|return-order/.test(name)) {
    await pool.query(
      `insert into order_claims (order_id, member_id, kind, claimed_at, active_until)
       select $1, id, 'manual', now(), now() from members where email = $2`,
      [orderId, emailOf("Admin")],
    );
  }
  if (name.includes("cancel-mail")) {
    await pool.query(
      "update mails set kind = 'message', state = 'queued', attempts = 0, due_at = now() + interval '1 hour' where id = $1",
      [mailId],
    );
  }
  const versions = await pool.query<{ version: number }>("select version from orders where id = $1", [orderId]);
  const views = await pool.query<{ id: number }>(
    `insert into order_views (owner_id, list, name, definition, created_at, updated_at, updated_by)
     select id, 'newOrder', $1, '{}', now(), now(), id from members where email = $2 returning id`,
    [`${PERSONAL.words} ${orderId}`, emailOf("Admin")],
  );
  const found = await pool.query<{ disputeId: number; telecallerId: number }>(
    `select d.id as "disputeId", m.id as "telecallerId" from disputes d, members m where d.order_id = $1 and m.email = $2`,
    [orderId, emailOf("Telecaller")],
  );
  const sessions = await pool.query<{ digest: Buffer }>("select id_hash as digest from sessions");
  const sessionIds = sessions.rows.map(({ digest }) => digest.toString("base64url"));
  return {
    orderId,
    mailId,
    version: versions.rows[0]?.version ?? 0,
    attemptId,
    token,
    sessionIds,
    correctionRequestId: corrections.rows[0]?.id ?? 0,
    filingId: filings.rows[0]?.id ?? 0,
    questionId,
    downloadId: download?.id ?? 0,
    reportId: reports.rows[0]?.id ?? 0,
    refundId: refunds.rows[0]?.id ?? 0,
    viewId: views.rows[0]?.id ?? 0,
    disputeId: 0,
    telecallerId: 0,
    ...found.rows[0],
  };
}

/** The contract's example of a call, with the personal data above. */
export function personalCall(document: OpenApiDocument, operation: Operation, scenario: Scenario): ExampleCall {
  const name = operationName(operation);
  const made = exampleCall(document, operation, true);
  const given: Record<string, unknown> = {
    orderId: name.includes("/front/") ? encodeOrderId(scenario.orderId) : scenario.orderId,
    email: PERSONAL.email,
    reason: PERSONAL.words,
    recognised: PERSONAL.words,
    remark: PERSONAL.words,
    name: PERSONAL.name,
    full_name: PERSONAL.name,
    passport_number: PERSONAL.passport,
    transaction_id: PERSONAL.reference,
    transactionId: PERSONAL.reference,
    merchantName: PERSONAL.name,
    merchant_name: PERSONAL.name,
    user_agent: PERSONAL.agent,
    searchVal: PERSONAL.name,
    overrideReason: PERSONAL.words,
    caseId: PERSONAL.reference,
    customername: PERSONAL.name,
    disputeId: scenario.disputeId,
    token: scenario.token,
    filingId: scenario.filingId,
    refundId: scenario.refundId,
    fields: { full_name: PERSONAL.name, flight_number: "UL 506" },
    note: PERSONAL.words,
    ...VALID_FIELDS[name]?.(scenario),
  };
  const { body, params, headers } = made;
  for (const field of Object.keys(body ?? {})) if (body !== undefined && field in given) body[field] = given[field];
  if (params.id !== undefined) params.id = String(scenario.orderId);
  if (headers["idempotency-key"] !== undefined) headers["idempotency-key"] = randomUUID();
  return made;
}

/** Fields of calls whose example would be refused before it writes. */
const VALID_FIELDS: Record<string, (scenario: Scenario) => Record<string, unknown>> = {
  "POST /admin/admin-login": () => ({ email: emailOf("Team"), password: TEST_PASSWORD }),
  "POST /admin/forgot-password": () => ({ email: emailOf("Team") }),
  "POST /admin/change-password": () => ({ currentPassword: TEST_PASSWORD, newPassword: "another horse 8" }),
  "POST /admin/reset-password": () => ({ newPassword: "another horse 8" }),
  "POST /admin/accept-invitation": () => ({ newPassword: "another horse 8" }),
  "POST /admin/change-own-email": () => ({ email: "mine@staff.example" }),
  "POST /admin/invite-team-member": () => ({ type: "Team", email: "invited@staff.example" }),
  "PUT /admin/resend-invitation": ({ telecallerId }) => ({ teamMemberId: telecallerId }),
  "PUT /admin/withdraw-invitation": ({ telecallerId }) => ({ teamMemberId: telecallerId }),
  "POST /admin/unblock-address": () => ({ email: PERSONAL.blocked }),
  "POST /admin/send-message": ({ version }) => ({
    subject: PERSONAL.name,
    body: PERSONAL.words,
    answerBy: "2099-01-01",
    version,
  }),
  "POST /admin/cancel-mail": ({ mailId }) => ({ mailId }),
  "POST /admin/close-question": ({ questionId }) => ({ questionId }),
  "POST /front/request-correction": () => ({ fields: { place_of_stay: PERSONAL.words }, note: PERSONAL.words }),
  "POST /front/report-download": ({ downloadId }) => ({ downloadId, note: PERSONAL.words }),
  "POST /admin/settle-download-report": ({ reportId }) => ({ reportId }),
  "POST /front/answer-question": ({ questionId }) => ({ questionId, text: PERSONAL.words }),
  "POST /admin/payment-gateway-setting": () => ({ gatewayId: encodeOrderId(2) }),
  "POST /admin/service-settings": () => ({
    ...DEFAULT_SERVICE,
    before: DEFAULT_SERVICE,
    calendar: { ...DEFAULT_SERVICE.calendar, closed: ["2026-12-25"] },
  }),
  "POST /front/track-order": () => ({ email: TRAVELLER.email }),
  "POST /admin/correct-order": () => ({ requestId: null, confirm: ["document_stored", "filed"] }),
  "POST /admin/decide-correction": ({ correctionRequestId }) => ({
    requestId: correctionRequestId,
    accept: false,
    confirm: [],
  }),
  "POST /admin/save-view": ({ viewId }) => ({
    id: viewId,
    list: "newOrder",
    sharedWith: null,
    definition: { filter: {}, search: PERSONAL.email, sort: null, dir: null, size: 10, columns: null },
  }),
  "POST /admin/pin-view": ({ viewId }) => ({ id: viewId }),
  "POST /admin/delete-view": ({ viewId }) => ({ id: viewId }),
  "POST /admin/claim-order": () => ({ takeOverFrom: null }),
  "POST /admin/assign-order": ({ telecallerId }) => ({ memberId: telecallerId }),
  "POST /admin/resolve-email-change": () => ({ restore: true }),
  "POST /admin/update-dispute": () => ({ reason: "not_received" }),
  "POST /admin/add-team-member": () => ({ type: "Team" }),
  "POST /admin/update-team-member": ({ telecallerId }) => ({
    tmId: telecallerId,
    type: "Telecaller",
    email: PERSONAL.email.replace("@", "+2@"),
  }),
  "PUT /admin/delete-team-member": ({ telecallerId }) => ({ teamMemberId: telecallerId }),
  "PUT /admin/reset-second-factor": ({ telecallerId }) => ({ teamMemberId: telecallerId }),
  "PUT /admin/end-sessions": ({ sessionIds }) => ({ ids: sessionIds }),
  "PUT /admin/end-member-sessions": ({ telecallerId, sessionIds }) => ({ teamMemberId: telecallerId, ids: sessionIds }),
  "PUT /admin/change-order-status": ({ orderId }) => ({ orderId: [orderId], updatingStatus: "Contact Customer" }),
  "PUT /admin/move-order-status": () => ({ updatingStatus: "Contact Customer" }),
  "PUT /admin/move-to-complete-refund": ({ orderId }) => ({
    orderId: [{ id: orderId, status: "Refunds" }],
    reason: null,
  }),
  "POST /admin/record-refund": () => ({
    lastRefundId: null,
    amount: "5",
    reference: PERSONAL.reference,
    overrideReason: null,
  }),
  "PUT /admin/undo-refunds": ({ orderId }) => ({ orderId: [{ id: orderId }] }),
  "POST /admin/see-correction-decisions": ({ correctionRequestId }) => ({ requestIds: [correctionRequestId] }),
};

/** SendGrid's report that the mail of a scenario was refused. @returns the HTTP status */
export async function reportBounce(
  program: TestProgram,
  { mailId, attemptId }: Scenario,
  key: KeyObject,
): Promise<number> {
  const event = {
    event: "bounce",
    type: "bounce",
    email: PERSONAL.email,
    reason: `550 <${PERSONAL.email}>: ${PERSONAL.name} has left`,
    timestamp: Math.floor(Date.now() / 1000),
    sg_event_id: randomUUID(),
    sg_message_id: "sg-1.recvd-5f9c-1.0",
    mail_id: String(mailId),
    attempt_id: attemptId,
  };
  const body = JSON.stringify([event]);
  const address = `${program.address}/api/hooks/sendgrid`;
  return (await fetch(address, { method: "POST", headers: sendgridHeaders(key, body), body })).status;
}
