import type { DefencePack } from "#contract/packs/packs.ts";
import type { PackRecord } from "./packs.repository.ts";

export function toPack(pack: PackRecord): DefencePack {
  return {
    id: pack.id,
    order_id: pack.orderId,
    defence_pack_type: pack.type,
    create_ts: pack.createdAt.toISOString(),
    created_by: pack.createdBy,
    pages: pack.pages,
    bytes: pack.bytes,
    sha256: pack.sha256.toString("hex"),
    override_reason: pack.overrideReason,
    chain_seq: pack.chainSeq,
    chain_head: pack.chainHead.toString("hex"),
  };
}
