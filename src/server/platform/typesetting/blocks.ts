/** What a cell says: text, or the number of the page on which a section begins. All text is clean (`plainCharacters`). */
export type Cell = string | { text: string; isBold: boolean } | { pageOf: string };

export interface Column {
  title: string;
  /** Its share of the width beside those of the other columns. */
  share: number;
}

export type Block =
  | { kind: "subheading"; text: string }
  | { kind: "paragraph"; text: string; isBold?: boolean; isTight?: boolean }
  | { kind: "numbered"; items: string[] }
  | {
      kind: "table";
      /** A shaded line above the table, repeated on every page it reaches. */
      title?: string;
      columns: Column[];
      /** Without titles of columns: the first column names what the others say. */
      isHeadless?: boolean;
      /** Never divided between two pages. */
      isWhole?: boolean;
      rows: Cell[][];
    };

export interface Section {
  id: string;
  /** Without one the section begins with its first block. */
  title: string | null;
  blocks: Block[];
}
