import type { PackType } from "#contract/packs/packs.ts";
import { PRODUCT_NAME } from "#contract/page-config.ts";
import type { Section } from "#server/platform/typesetting/blocks.ts";
import type { Paginated } from "#server/platform/typesetting/pages.ts";
import { print, typeset } from "#server/platform/typesetting/paper.ts";
import type { PackFacts } from "../pack-facts.ts";
import { PACK_LIMITS } from "../pack-limits.ts";
import { PACK_ONE_DETAIL_LEVELS, packOneSections } from "./pack-one.ts";
import { packTwoSections } from "./pack-two.ts";
import { cleanFacts, orNotSupplied } from "./wording.ts";

/** The sections of each pack by level of detail, the most detailed first. */
const DETAIL_LEVELS: Record<PackType, ((facts: PackFacts) => Section[])[]> = {
  1: Array.from({ length: PACK_ONE_DETAIL_LEVELS }, (_, level) => (facts) => packOneSections(facts, level)),
  2: [packTwoSections],
};

/** The PDF, or a sentence that says why it is too long. */
export type PackDocument = { bytes: Buffer; pages: number } | { tooLong: string };

/** Lays out the most detailed version that fits the page limit, or else the shortest. */
export function layOutPack(facts: PackFacts): { sections: Section[]; pages: Paginated } {
  const clean = cleanFacts(facts);
  const [first, ...shorter] = DETAIL_LEVELS[facts.type];
  let sections = first?.(clean) ?? [];
  let pages = typeset(sections);
  for (const sectionsOf of shorter) {
    if (pages.pages.length <= PACK_LIMITS[facts.type].pages) break;
    sections = sectionsOf(clean);
    pages = typeset(sections);
  }
  return { sections, pages };
}

/** Deterministic: the same facts give the same bytes. */
export function packDocument(facts: PackFacts): PackDocument {
  const { sections, pages } = layOutPack(facts);
  const limit = PACK_LIMITS[facts.type];
  if (pages.pages.length > limit.pages) {
    return { tooLong: tooManyPages(facts.type, sections, pages) };
  }
  const { caseReference, madeAt, order, payment, company } = cleanFacts(facts);
  const bytes = print(pages, {
    title: caseReference,
    author: company.name,
    creator: PRODUCT_NAME,
    madeAt: new Date(madeAt),
    header: {
      first: payment.merchantName ?? company.name,
      rest: `order ${order.id} · transaction ${orNotSupplied(payment.transactionId)}`,
    },
  });
  if (bytes.length > limit.bytes) {
    return {
      tooLong: `Pack ${facts.type} may have at most ${limit.bytes} bytes, this one has ${bytes.length}. ${longest(sections, pages)}`,
    };
  }
  return { bytes, pages: pages.pages.length };
}

function tooManyPages(type: PackType, sections: Section[], pages: Paginated): string {
  const most = PACK_LIMITS[type].pages;
  const over = pages.pages.length - most;
  return `Pack ${type} may have at most ${most} pages, this one needs ${most + over}. Leave out about ${over} ${
    over === 1 ? "page" : "pages"
  }. ${longest(sections, pages)}`;
}

/** Names the three longest sections with their size in pages. */
function longest(sections: Section[], { sections: sizes }: Paginated): string {
  const named = sections
    .flatMap(({ id, title }) => (title === null ? [] : [{ title, share: sizes.get(id)?.share ?? 0 }]))
    .sort((one, other) => other.share - one.share)
    .slice(0, 3)
    .map(({ title, share }) => `${title} (${share.toFixed(1)})`);
  return `The longest parts, in pages: ${named.join("; ")}.`;
}
