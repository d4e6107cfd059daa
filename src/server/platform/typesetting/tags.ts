declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Known to pdfkit, not to its types. */
      scope?: "Row" | "Column";
    }
  }
}

/** A node of the document's logical structure, as PDF/UA-1 wants it: a section, a table, a cell. Leaves hold lines. */
export interface Tag {
  type: "Sect" | "H1" | "H2" | "P" | "L" | "LI" | "Lbl" | "LBody" | "Table" | "Caption" | "TR" | "TH" | "TD";
  /** What a header cell is the header of. */
  scope: "Row" | "Column" | null;
  children: Tag[];
}

export function tag(type: Tag["type"], parent?: Tag, scope: Tag["scope"] = null): Tag {
  const made: Tag = { type, scope, children: [] };
  parent?.children.push(made);
  return made;
}

/** Writes the structure of the sections into a tagged document, and the marks that tie drawn content to it. */
export function createTagWriter(document: PDFKit.PDFDocument, sections: Iterable<Tag>) {
  const elements = new Map<Tag, PDFKit.PDFStructureElement>();
  const elementOf = (made: Tag): PDFKit.PDFStructureElement => {
    const element = document.struct(made.type, made.scope === null ? {} : { scope: made.scope });
    elements.set(made, element);
    for (const child of made.children) element.add(elementOf(child));
    return element;
  };
  const root = document.struct("Document");
  document.addStructure(root);
  for (const section of sections) root.add(elementOf(section));

  let current: Tag | null | undefined;
  const endPage = () => {
    if (current !== undefined) document.endMarkedContent();
    current = undefined;
  };
  return {
    /** What is drawn until the next call belongs to this tag; with null it is decoration that readers leave out. */
    begin(next: Tag | null): void {
      if (next === current) return;
      endPage();
      if (next === null) document.markContent("Artifact");
      else elements.get(next)?.add(document.markStructureContent(next.type));
      current = next;
    },
    endPage,
    end: () => root.end(),
  };
}
