import type { DefencePack, PackType } from "#contract/packs/packs.ts";
import { fileSize } from "#web/features/documents/file-size.ts";

export const PACK_NAMES: Record<PackType, string> = { 1: "Defence Pack 1", 2: "Defence Pack 2" };

/** What each pack argues, in one sentence. */
export const PACK_CLAIMS: Record<PackType, string> = {
  1: "Argues that the service was delivered: for a customer who says nothing arrived.",
  2: "Argues that the customer is genuine: for a cardholder who says they did not pay.",
};

/** The file name of a saved pack. */
export function packFileName(orderId: number, type: PackType): string {
  return `defence-pack-${type}-order-${orderId}.pdf`;
}

/** Pages and size of a pack: `4 pages · 312 kB`. */
export function packFacts({ pages, bytes }: Pick<DefencePack, "pages" | "bytes">): string {
  return `${pages === 1 ? "1 page" : `${pages} pages`} · ${fileSize(bytes)}`;
}
