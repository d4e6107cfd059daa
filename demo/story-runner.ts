import { randomUUID } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import { releaseDueOrders } from "#server/features/orders/moves/release-orders.jobs.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Services } from "#server/services.ts";
import { cardFile } from "./card-file.ts";
import type { PlannedOrder } from "./demo-plan.ts";
import type { Step } from "./script.ts";
import type { ScriptedClock } from "./scripted-clock.ts";

interface RunnerDeps {
  db: Database;
  clock: ScriptedClock;
  services: Services;
  members: Record<Role, SessionMember>;
  serviceName: string;
  /** Receives the text of each PDF before it is uploaded. */
  textOf: WeakMap<Buffer, string>;
}

/** State of an order while its story runs. */
export interface Scene {
  orderId: number;
  planned: PlannedOrder;
  /** Current document and its version. */
  document: { id: number; file1: string; version: number } | null;
}

export type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;
type Actions = { [K in Step["kind"]]: (scene: Scene, step: StepOf<K>) => Promise<unknown> };

const flag = (isSet: boolean | undefined) => (isSet ? "Y" : "N");

/** Runs the steps of stories through the program's own services. */
export function createStoryRunner({ db, clock, services, members, serviceName, textOf }: RunnerDeps) {
  const { disputes, documents, mail, tracking } = services;

  async function openDispute({ orderId }: Scene) {
    const dispute = await disputes.findOpen(db, orderId);
    if (dispute === undefined) throw new Error(`order ${orderId} of the demo has no open dispute`);
    return { disputeId: dispute.id, version: dispute.version };
  }

  const actions: Actions = {
    pay: ({ orderId, planned }) => services.intake.recordPayment(orderId, planned.payment),
    release: ({ orderId }) => releaseDueOrders({ db, now: clock.now }, orderId),
    move: ({ orderId }, { by, to }) => services.orders.move(members[by], { orderId, to, version: undefined }),
    refund: ({ orderId }, { by }) => services.bulkMoves.recordRefunds(members[by], [orderId]),
    note: ({ orderId }, { by, text, flags }) =>
      services.remarks.add(members[by], {
        orderId,
        remark: text,
        whatsapp: flag(flags.whatsapp),
        telephone: flag(flags.telephone),
        statusRefund: flag(flags.refund),
        voided: flag(flags.voided),
        chargeBack: flag(flags.chargeback),
      }),
    dispute: async (scene, { by, facts }) => {
      const { amount, currency } = scene.planned.order;
      await disputes.update(members[by], { ...(await openDispute(scene)), ...facts, amount, currency });
    },
    "close-dispute": async (scene, { by, outcome }) =>
      disputes.close(members[by], { ...(await openDispute(scene)), outcome, reason: null }),
    document: async (scene, { by, provider, format, acceptedAt }) => {
      const { orderId, planned } = scene;
      const fields = { orderId, email: planned.order.email, mailServiceProvider: provider, reason: null };
      const { text, ...file } = await cardFile(serviceName, scene, format);
      if (text !== null) textOf.set(file.content, text);
      const uploaded = await documents.upload(members[by], async () => ({ fields, file }));
      const { id, file1 } = uploaded.document;
      scene.document = { id, file1, version: (scene.document?.version ?? 0) + 1 };
      await clock.at(acceptedAt, () => mail.deliver(uploaded.mail.id));
    },
    resend: async ({ orderId }, { by, to, reason, acceptedAt }) => {
      await mail.resend(members[by], { orderId, email: to, mailServiceProvider: undefined, reason });
      const queued = (await mail.listMails(db, orderId)).filter(({ state }) => state === "queued");
      for (const { id } of queued.toReversed()) await clock.at(acceptedAt, () => mail.deliver(id));
    },
    report: async ({ orderId, planned }, { at, provider, report: type }) => {
      const [newest] = await mail.listMails(db, orderId);
      await mail.takeReport({
        provider,
        eventKey: randomUUID(),
        attemptId: null,
        mailId: null,
        messageId: newest?.message_id ?? null,
        type,
        at,
        recipients: [planned.order.email],
        isPermanent: type === "bounced",
        detail: type === "bounced" ? "550 5.1.1 The mailbox does not exist." : null,
      });
    },
    download: async (scene, { client, timezone, completedAt }) => {
      const { orderId, planned } = scene;
      const { email } = planned.order;
      const token = await tracking.track({ orderId: String(orderId), email }, client, undefined);
      const visitor = await tracking.findVisitor(token);
      if (visitor === undefined) throw new Error("the demo's visitor was not let in");
      await tracking.record(visitor, { orderId: String(orderId), file1: requireFile1(scene), timezone }, client);
      await fetchFile(scene, visitor, client, completedAt);
    },
    scan: async (scene, { client, completedAt }) => {
      const visitor = { tokenHash: Buffer.alloc(0), grants: new Map([[scene.orderId, randomUUID()]]) };
      await fetchFile(scene, visitor, client, completedAt);
    },
  };

  async function fetchFile(
    scene: Scene,
    visitor: Parameters<typeof tracking.open>[0],
    client: StepOf<"scan">["client"],
    completedAt: Date | null,
  ): Promise<void> {
    const file1 = requireFile1(scene);
    const opened = await tracking.open(visitor, { name: `${scene.orderId}_${file1}`, client, unattended: null });
    opened.attachment.stream.destroy();
    if (completedAt === null) return;
    await clock.at(completedAt, async () => {
      tracking.delivered(opened.downloadId, file1);
      await tracking.settled();
    });
  }

  /** Runs one step at its time. */
  return async (scene: Scene, step: Step): Promise<void> => {
    // Each action accepts the steps of its kind; TypeScript can't infer this through the index.
    const action = actions[step.kind] as (scene: Scene, step: Step) => Promise<unknown>;
    await clock.at(step.at, () => action(scene, step));
  };
}

function requireFile1({ document, orderId }: Scene): string {
  if (document === null) throw new Error(`order ${orderId} of the demo has no document yet`);
  return document.file1;
}
