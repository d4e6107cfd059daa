import type { FastifyInstance, FastifyReply } from "fastify";
import { defencePackDetails, makeDefencePack, printDefencePack } from "#contract/packs.ts";
import type { ViewCounter } from "#server/features/audit/view-log.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendInline } from "#server/platform/http/send-attachment.ts";
import type { IntactPack, PacksService } from "./packs.service.ts";

interface PackRoutesDeps {
  packs: PacksService;
  viewLog: ViewCounter;
}

export function registerPackRoutes(app: FastifyInstance, { packs, viewLog }: PackRoutesDeps): void {
  const send = (actor: { id: number }, reply: FastifyReply, pack: IntactPack) => {
    viewLog.opened(actor.id, "packs", pack.orderId);
    return sendPack(reply, pack);
  };

  route(app, defencePackDetails, async ({ actor, body }) => {
    const data = await packs.details(body.orderId);
    viewLog.opened(actor.id, "packs", body.orderId);
    return { data };
  });
  fileRoute(app, makeDefencePack, async ({ actor, body, reply }) => send(actor, reply, await packs.make(actor, body)));
  fileRoute(app, printDefencePack, async ({ actor, params, reply }) =>
    send(actor, reply, await packs.print(params.packId)),
  );
}

function sendPack(reply: FastifyReply, { id, name, content }: IntactPack): FastifyReply {
  reply.header("x-pack-id", id);
  return sendInline(reply, { name, content, contentType: "application/pdf" });
}
