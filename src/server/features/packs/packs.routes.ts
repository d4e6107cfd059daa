import type { FastifyInstance, FastifyReply } from "fastify";
import { defencePackDetails, makeDefencePack, printDefencePack } from "#contract/packs/packs.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendInline } from "#server/platform/http/send-attachment.ts";
import type { IntactPack, PacksService } from "./packs.service.ts";

export function registerPackRoutes(app: FastifyInstance, packs: PacksService): void {
  route(app, defencePackDetails, async ({ body }) => ({
    data: await packs.details(body.orderId),
    order: body.orderId,
  }));
  fileRoute(app, makeDefencePack, async ({ actor, body, reply }) => sent(reply, await packs.make(actor, body)));
  fileRoute(app, printDefencePack, async ({ params, reply }) => sent(reply, await packs.print(params.packId)));
}

function sent(reply: FastifyReply, { id, orderId: order, name, content }: IntactPack) {
  const send = () => sendInline(reply.header("x-pack-id", id), { name, content, contentType: "application/pdf" });
  return { order, send };
}
