import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { describeUserAgent, programBehind } from "#server/features/tracking/client-facts.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import type { CountryOf } from "#server/platform/geo/countries.ts";
import { insertDownloads, insertRemarks } from "./bulk.repository.ts";
import type { Act } from "./bulk-moves.ts";
import type { StepOf } from "./story-runner.ts";

/** What `tracking` does for a visitor who proves an e-mail, presses the button and receives the file; or for a program. */
export async function visitAll(
  tx: Transaction,
  { timeline, countryOf }: { timeline: TimelineService; countryOf: CountryOf },
  acts: readonly Act<StepOf<"download"> | StepOf<"scan">>[],
): Promise<void> {
  const visits = acts.map(({ scene: { orderId, document }, step }) => {
    if (document === null) throw new Error(`order ${orderId} of the demo has no document yet`);
    return { orderId, document, step };
  });
  const rows = visits.map(({ orderId, document, step }) => ({
    orderId,
    documentId: document.id,
    createdAt: step.at,
    completedAt: step.completedAt,
    ...step.client,
    ...describeUserAgent(step.client.userAgent),
    timezone: step.kind === "download" ? step.timezone : null,
    country: countryOf(step.client.ip),
    ...automationOf(step),
  }));
  const persons = visits.filter(({ step }) => step.kind === "download");
  const tracked = persons.map(({ orderId, step }) => {
    const { ip, userAgent } = step.client;
    const data = { ip, user_agent: userAgent, country: countryOf(ip) };
    return { orderId, actorId: null, at: step.at, event: { type: "tracked", data } as const };
  });
  const ids = await insertDownloads(tx, rows);
  const facts = ({ orderId, document }: (typeof visits)[number]) => {
    return { download_id: ids.get(orderId) ?? 0, file1: document.file1 };
  };
  const started = persons.map((visit) => {
    const event = { type: "download-started", data: facts(visit) } as const;
    return { orderId: visit.orderId, actorId: null, at: visit.step.at, event };
  });
  const completed = persons.flatMap((visit) => {
    const at = visit.step.completedAt;
    if (at === null) return [];
    return [
      { orderId: visit.orderId, actorId: null, at, event: { type: "download-completed", data: facts(visit) } as const },
    ];
  });
  for (const events of [tracked, started, completed]) await timeline.record(tx, new Date(), events);
}

/** A press makes a person of any user agent; a bare fetch is judged by it. */
function automationOf({ kind, client }: StepOf<"download"> | StepOf<"scan">) {
  const automation = kind === "scan" ? programBehind(client.userAgent) : null;
  return { automation, isAutomated: automation !== null };
}

/** What `remarks.add` does for comments that open no dispute. */
export async function noteAll(
  tx: Transaction,
  timeline: TimelineService,
  acts: readonly Act<StepOf<"note"> & { actorId: number }>[],
): Promise<void> {
  const rows = acts.map(({ scene: { orderId }, step: { at, actorId, text, flags } }) => ({
    orderId,
    createdAt: at,
    authorId: actorId,
    remark: text,
    isWhatsapp: flags.whatsapp ?? false,
    isTelephone: flags.telephone ?? false,
    isRefund: flags.refund ?? false,
    isVoided: flags.voided ?? false,
    isChargeback: false,
  }));
  const ids = await insertRemarks(tx, rows);
  const events = rows.map(({ orderId, authorId, createdAt }) => {
    const event = { type: "commented", data: { remark_id: ids.get(orderId) ?? 0 } } as const;
    return { orderId, actorId: authorId, at: createdAt, event };
  });
  await timeline.record(tx, new Date(), events);
}
