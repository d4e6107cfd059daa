import type { FastifyInstance, FastifyReply } from "fastify";
import { defencePackDetails, makeDefencePack, printDefencePack } from "#contract/packs.ts";
import { fileRoute, route } from "#server/platform/http/route.ts";
import { sendInline } from "#server/platform/http/send-attachment.ts";
import type { IntactPack, PacksService } from "./packs.service.ts";

export function registerPackRoutes(app: FastifyInstance, packs: PacksService): void {
  route(app, defencePackDetails, async ({ body }) => ({ data: await packs.details(body.orderId) }));
  fileRoute(app, makeDefencePack, async ({ actor, body, reply }) => sendPack(reply, await packs.make(actor, body)));
  fileRoute(app, printDefencePack, async ({ params, reply }) => sendPack(reply, await packs.print(params.packId)));
}

function sendPack(reply: FastifyReply, { id, name, content }: IntactPack): FastifyReply {
  reply.header("x-pack-id", id);
  return sendInline(reply, { name, content, contentType: "application/pdf" });
}
