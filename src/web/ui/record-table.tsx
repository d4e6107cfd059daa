// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's implicit roles when its rows are displayed as blocks
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { MESSAGES } from "#contract/messages.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import classes from "./record-table.module.css";

export interface RecordColumn<R> {
  header: string;
  cell: (row: R) => ReactNode;
  /** Addresses and identifiers, which may break anywhere; other values break between words. */
  isLong?: boolean;
  /** Buttons: omitted in print. */
  isScreenOnly?: boolean;
}

interface Props<R> {
  /** What the rows are, for assistive technology. */
  label: string;
  columns: readonly RecordColumn<R>[];
  rows: readonly R[];
  rowKey: (row: R) => number;
  /** Rows shown before "Show all". */
  limit?: number;
}

const DEFAULT_LIMIT = 10;
/** Tables with more columns need more room. */
const COMPACT_COLUMNS = 6;

/** A short list of records: a table on wide screens, cards on narrow ones. */
export function RecordTable<R>({ label, columns, rows, rowKey, limit = DEFAULT_LIMIT }: Props<R>) {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = useIsPrinting();
  const shownColumns = isPrinting ? columns.filter(({ isScreenOnly }) => isScreenOnly !== true) : columns;
  if (rows.length === 0) return <p className={classes.none}>{MESSAGES.noRecord}</p>;
  const shown = isWhole || isPrinting ? rows : rows.slice(0, limit);
  return (
    <div className={classes.frame} data-wide={columns.length > COMPACT_COLUMNS}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {shownColumns.map(({ header }) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row) => (
            <tr key={rowKey(row)} role="row">
              {shownColumns.map(({ header, cell, isLong }) => (
                <td key={header} role="cell" data-label={header} data-long={isLong === true}>
                  <div className={classes.value}>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > limit && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the latest ${limit}` : `Show all ${rows.length}`}
        </Button>
      )}
    </div>
  );
}
