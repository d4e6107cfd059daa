import { randomBytes, randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { documentFileName, servedName } from "#contract/documents.ts";
import { checkDocument } from "#server/features/documents/document-check.ts";
import { changeStatuses } from "#server/features/orders/orders.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { MailTransport } from "#server/platform/mail/mail-transport.ts";
import { acceptMails, insertDocuments, insertMails } from "./bulk.repository.ts";
import type { WriteLetter } from "./bulk-letters.ts";
import { type Act, lockActs } from "./bulk-moves.ts";
import { cardFile } from "./card-file.ts";
import type { StepOf } from "./story-runner.ts";

export interface BulkDocumentsDeps {
  db: Database;
  timeline: TimelineService;
  files: FileStore;
  transport: MailTransport;
  writeLetter: WriteLetter;
  serviceName: string;
  from: string;
}

type DocumentAct = Act<StepOf<"document"> & { actorId: number }>;
type PreparedAct = ReturnType<typeof prepare>;
interface QueuedAct extends PreparedAct {
  mailId: number;
}

const WRITES_AT_ONCE = 16;

/** What `documents.upload` and the outbox do for one order, for many: stored, queued, written, Completed. */
export async function uploadAll(deps: BulkDocumentsDeps, acts: readonly DocumentAct[]): Promise<void> {
  const limit = pLimit(WRITES_AT_ONCE);
  const prepared = acts.map((act) => prepare(deps, act));
  await Promise.all(prepared.map(({ storageKey, file }) => limit(() => deps.files.put(storageKey, file.content))));
  const queued = await deps.db.transaction((tx) => queue(tx, deps, prepared));
  const sent = await Promise.all(queued.map((act) => limit(() => send(deps, act))));
  await deps.db.transaction((tx) => accept(tx, deps, sent));
}

function prepare({ serviceName, writeLetter }: BulkDocumentsDeps, act: DocumentAct) {
  const { scene, step } = act;
  const { orderId, planned } = scene;
  const { full_name: fullName, email, passport_number, arrival_date } = planned.order;
  const version = (scene.document?.version ?? 0) + 1;
  const contentType = step.format === "pdf" ? ("application/pdf" as const) : ("image/png" as const);
  const file = cardFile(serviceName, scene, step.format);
  const expected = { fullName, passportNumber: passport_number, arrivalDate: arrival_date };
  return {
    ...act,
    version,
    contentType,
    file1: documentFileName(version, contentType),
    file,
    finding: checkDocument(expected, file.text),
    storageKey: `documents/${randomBytes(24).toString("hex")}`,
    letter: writeLetter({ id: orderId, fullName }, email),
    customerName: fullName,
  };
}

async function queue(tx: Transaction, deps: BulkDocumentsDeps, prepared: PreparedAct[]): Promise<QueuedAct[]> {
  const { timeline, from } = deps;
  await lockActs(tx, prepared);
  const documentIds = await insertDocuments(tx, prepared.map(toDocument));
  for (const { scene, file1, version } of prepared) {
    scene.document = { id: documentIds.get(scene.orderId) ?? 0, file1, version };
  }
  const stored = prepared.map(({ scene, step, file, file1, finding }) => {
    const sha256 = file.sha256.toString("hex");
    const data = { document_id: scene.document?.id ?? 0, file1, sha256, bytes: file.content.length, finding };
    return eventOf(scene.orderId, step.actorId, step.at, { type: "document-stored", data } as const);
  });
  await timeline.record(tx, new Date(), stored);
  const mailIds = await insertMails(
    tx,
    prepared.map((act) => toMail(act, from)),
  );
  const queued = prepared.map((act) => ({ ...act, mailId: mailIds.get(act.scene.orderId) ?? 0 }));
  const events = queued.map(({ scene, step, letter, mailId }) => {
    const data = { mail_id: mailId, kind: letter.kind, email: letter.to, provider: step.provider, reason: null };
    return eventOf(scene.orderId, step.actorId, step.at, { type: "mail-queued", data } as const);
  });
  await timeline.record(tx, new Date(), events);
  return queued;
}

const eventOf = <E>(orderId: number, actorId: number | null, at: Date, event: E) => ({ orderId, actorId, at, event });

function toDocument(act: PreparedAct) {
  const { scene, step, version, file, file1, contentType, storageKey, customerName, finding } = act;
  const { content, sha256, originalName } = file;
  return {
    orderId: scene.orderId,
    version,
    file1,
    originalName,
    customerName,
    contentType,
    bytes: content.length,
    pages: step.format === "pdf" ? 1 : null,
    sha256,
    storageKey,
    createdAt: step.at,
    uploadedBy: step.actorId,
    finding,
  };
}

function toMail({ scene, step, letter, customerName }: PreparedAct, fromAddress: string) {
  const { kind, to, subject, html, text } = letter;
  return {
    orderId: scene.orderId,
    documentId: scene.document?.id ?? null,
    kind,
    createdAt: step.at,
    createdBy: step.actorId,
    customerName,
    fromAddress,
    toAddress: to,
    subject,
    html,
    text,
    provider: step.provider,
    state: "queued" as const,
    dueAt: step.at,
  };
}

async function send({ transport, from }: BulkDocumentsDeps, act: QueuedAct) {
  const { mailId, letter, file, file1, contentType, step, scene } = act;
  const attemptId = randomUUID();
  const { messageId } = await transport.send({
    mailId,
    attemptId,
    at: step.acceptedAt,
    from,
    ...letter,
    attachment: { filename: servedName(scene.orderId, file1), contentType, content: file.content },
  });
  return { ...act, attemptId, messageId };
}

async function accept(
  tx: Transaction,
  { timeline, transport }: BulkDocumentsDeps,
  sent: Awaited<ReturnType<typeof send>>[],
): Promise<void> {
  const locked = await lockActs(tx, sent);
  const accepted = sent.map(({ mailId, attemptId, messageId, step }) => ({
    id: mailId,
    attemptId,
    messageId,
    acceptedAt: step.acceptedAt,
  }));
  await acceptMails(tx, transport.name, accepted);
  const events = sent.map(({ scene, step, mailId, messageId }) => {
    const data = { mail_id: mailId, transport: transport.name, message_id: messageId };
    return eventOf(scene.orderId, null, step.acceptedAt, { type: "mail-accepted", data } as const);
  });
  await timeline.record(tx, new Date(), events);
  const moved = locked.filter(({ order }) => order.status !== "Completed");
  const changes = moved.map(({ order: { id, version, status: from }, step }) => {
    const event = { type: "moved", data: { from, to: "Completed", reason: null } } as const;
    return { id, version, to: "Completed", actorId: null, event, at: step.acceptedAt } as const;
  });
  await changeStatuses(tx, new Date(), changes);
}
