import type { Strip } from "./strips.ts";

export interface Page {
  /** `y` is measured downwards from the top of the page's content. */
  strips: { strip: Strip; y: number }[];
}

export interface Paginated {
  pages: Page[];
  /** By section id: its first page, from 1, and how many pages it fills. */
  sections: Map<string, { page: number; share: number }>;
}

/** Distributes strips over pages of `height` points. Repeats table heads and keeps headings with what follows. */
export function paginate(strips: Strip[], height: number): Paginated {
  const pages: Page[] = [];
  const sections: Paginated["sections"] = new Map();
  let page: Page = { strips: [] };
  let used = 0;
  const put = (strip: Strip) => {
    const before = page.strips.length === 0 ? 0 : strip.before;
    if (page.strips.length === 0) pages.push(page);
    page.strips.push({ strip, y: used + before });
    used += before + strip.height;
    const section = sections.get(strip.section) ?? { page: pages.length, share: 0 };
    section.share += (before + strip.height) / height;
    sections.set(strip.section, section);
  };
  let from = 0;
  while (from < strips.length) {
    let to = from;
    while (strips[to]?.holdsNext) to += 1;
    const group = strips.slice(from, to + 1);
    if (page.strips.length > 0 && used + heightOf(group) > height) {
      page = { strips: [] };
      used = 0;
      for (const head of group[0]?.heads ?? []) put(head);
    }
    for (const strip of group) put(strip);
    from = to + 1;
  }
  return { pages, sections };
}

function heightOf(group: Strip[]): number {
  return group.reduce((sum, { before, height }) => sum + before + height, 0);
}
