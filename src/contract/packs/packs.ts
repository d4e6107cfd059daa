import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { type DisputeReason, disputeSchema } from "#contract/disputes/disputes.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { optionalLine } from "#contract/text-schemas.ts";
import { PACK_MESSAGES } from "./messages.ts";

/** 1 argues that the service was delivered, 2 that the customer is genuine. */
export const PACK_TYPES = [1, 2] as const;
export const packTypeSchema = z.union([z.literal(1), z.literal(2)], { error: PACK_MESSAGES.packTypeUnknown });
export type PackType = (typeof PACK_TYPES)[number];
/** A pack's type in a body: forms carry it as text. */
const packTypeInput = z
  .union([packTypeSchema, z.enum(["1", "2"])], { error: PACK_MESSAGES.packTypeUnknown })
  .transform(Number)
  .pipe(packTypeSchema);

/** The statuses in which packs are offered; an open dispute must be answered in every status. */
export const PACK_STATUSES: readonly OrderStatus[] = ["Completed", "Customer Called"];

/** The pack that answers a reason; null where neither does. */
export const PACK_FOR_REASON: Record<DisputeReason, PackType | null> = {
  not_received: 1,
  not_authorised: 2,
  not_as_described: 1,
  cancelled: 1,
  duplicate: null,
  credit_not_processed: 1,
  other: null,
};

/** What prevents a pack (red) or weakens it (amber). */
export const PREFLIGHT_LEVELS = {
  transaction_missing: "red",
  document_missing: "red",
  delivery_mail_missing: "red",
  download_missing: "amber",
  mail_unconfirmed: "amber",
  purchase_address_missing: "amber",
  terms_missing: "amber",
  refund_recorded: "amber",
  document_differs: "amber",
  visits_elsewhere: "amber",
  visits_abroad: "amber",
  visits_other_device: "amber",
  policy_text_missing: "amber",
  rule_not_met: "amber",
  company_incomplete: "amber",
} as const satisfies Record<string, "red" | "amber">;
export type PreflightCode = keyof typeof PREFLIGHT_LEVELS;
const PREFLIGHT_CODES = Object.keys(PREFLIGHT_LEVELS) as [PreflightCode, ...PreflightCode[]];

export const preflightSchema = z
  .object({
    /** `red`: refused, unless a Manager or an Admin overrides it with a reason. */
    level: z.enum(["clear", "amber", "red"]),
    findings: z.array(
      z.object({ code: z.enum(PREFLIGHT_CODES), level: z.enum(["amber", "red"]), message: z.string() }),
    ),
  })
  .meta({ id: "PackPreflight" });
export type PackPreflight = z.infer<typeof preflightSchema>;

/** A stored pack: printing it again gives the same bytes. */
export const packSchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    defence_pack_type: packTypeSchema,
    create_ts: instantSchema,
    created_by: z.string().nullable(),
    pages: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    /** Why a red pre-flight check was overridden. */
    override_reason: z.string().nullable(),
    /** The last timeline event that the pack covers, and that event's digest, as printed. */
    chain_seq: z.int(),
    chain_head: z.string(),
  })
  .meta({ id: "DefencePack" });
export type DefencePack = z.infer<typeof packSchema>;

export const defencePackDetails = defineOperation({
  method: "POST",
  path: "/admin/defence-pack-details",
  summary: "Transaction details, the pre-flight check of both packs and the stored packs",
  access: "orders:work",
  shows: "packs",
  body: z.object({ orderId: orderIdSchema }),
  data: z
    .object({
      order_id: z.int(),
      transaction_id: z.string().nullable(),
      merchant_name: z.string().nullable(),
      dispute: disputeSchema.nullable(),
      /** The pack that answers the open dispute's reason; null while none is known and for reasons that neither answers. */
      suggested_pack: packTypeSchema.nullable(),
      preflight: z.object({ pack1: preflightSchema, pack2: preflightSchema }),
      /** Newest first. */
      packs: z.array(packSchema),
    })
    .meta({ id: "DefencePackDetails" }),
});
export type DefencePackDetails = z.infer<typeof defencePackDetails.data>;

/** Maximum length of an override's reason, one line. */
export const OVERRIDE_REASON_MAX = 500;

export const makeDefencePackSchema = z.object({
  orderId: orderIdSchema,
  defencePackType: packTypeInput,
  /** From a Manager or an Admin: makes a pack despite a red pre-flight check. */
  overrideReason: optionalLine(OVERRIDE_REASON_MAX),
});

export const makeDefencePack = defineOperation({
  method: "POST",
  path: "/admin/get-defence-pack-pdf",
  summary: "Make a defence pack, or return the stored one with the same facts",
  access: "orders:work",
  shows: "packs",
  body: makeDefencePackSchema,
  data: z.null(),
  binary: "application/pdf",
});

export const printDefencePack = defineOperation({
  method: "GET",
  path: "/admin/defence-packs/:packId",
  summary: "A stored defence pack, byte for byte",
  access: "orders:work",
  shows: "packs",
  params: z.object({ packId: rowIdSchema }),
  data: z.null(),
  binary: "application/pdf",
});
