/** Content of a cell: text, or the page number of a section. All text is clean (`plainCharacters`). */
export type Cell = string | { text: string; isBold: boolean } | { pageOf: string };

export interface Column {
  title: string;
  /** Relative width. */
  share: number;
}

export type Block =
  | { kind: "subheading"; text: string }
  | { kind: "paragraph"; text: string; isBold?: boolean; isTight?: boolean }
  | { kind: "numbered"; items: string[] }
  | {
      kind: "table";
      /** A shaded line above the table, repeated on every page of the table. */
      title?: string;
      columns: Column[];
      /** Without column titles: the first column labels the others. */
      isHeadless?: boolean;
      /** Never split across pages. */
      isWhole?: boolean;
      rows: Cell[][];
    };

export interface Section {
  id: string;
  /** Null: the section starts with its first block. */
  title: string | null;
  blocks: Block[];
}
