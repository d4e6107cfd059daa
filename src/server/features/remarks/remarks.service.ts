import { MESSAGES } from "#contract/messages.ts";
import type { Remark } from "#contract/remarks/remarks.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { TimelineService } from "../timeline/timeline.service.ts";
import { toRemark } from "./remark-mapping.ts";
import { insertDispute, insertRemark } from "./remarks.repository.ts";

type Flag = "Y" | "N";

export interface NewRemark {
  orderId: number;
  remark: string;
  whatsapp: Flag;
  telephone: Flag;
  statusRefund: Flag;
  voided: Flag;
  chargeBack: Flag;
}

interface RemarksDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  orders: { exists(db: Queryable, orderId: number): Promise<boolean> };
}

export type RemarksService = ReturnType<typeof createRemarksService>;

export function createRemarksService({ db, now, timeline, orders }: RemarksDeps) {
  return {
    /** Adds a comment by the signed-in member; the chargeback flag opens a dispute. @throws AppError not_found */
    async add(actor: Pick<SessionMember, "id" | "name">, request: NewRemark): Promise<Remark> {
      return await db.transaction(async (tx) => {
        if (!(await orders.exists(tx, request.orderId))) throw notFound(MESSAGES.orderNotFound);
        const record = {
          orderId: request.orderId,
          createdAt: now(),
          authorId: actor.id,
          remark: request.remark,
          isWhatsapp: request.whatsapp === "Y",
          isTelephone: request.telephone === "Y",
          isRefund: request.statusRefund === "Y",
          isVoided: request.voided === "Y",
          isChargeback: request.chargeBack === "Y",
        };
        const id = await insertRemark(tx, record);
        const { orderId, createdAt: openedAt } = record;
        await timeline.recordFor(tx, openedAt, orderId, actor.id, { type: "commented", data: { remark_id: id } });
        if (record.isChargeback) {
          const dispute = await insertDispute(tx, { orderId, openedAt, openedBy: actor.id, remarkId: id });
          if (dispute !== undefined) {
            const event = { type: "dispute-opened", data: { dispute_id: dispute } } as const;
            await timeline.recordFor(tx, openedAt, orderId, actor.id, event);
          }
        }
        return toRemark({ remark: { ...record, id }, authorName: actor.name });
      });
    },
  };
}
