// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's implicit roles when its rows are displayed as blocks
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type { CountryRow } from "#contract/reports/reports.ts";
import { COUNT_COLUMNS, type CountryTotals, NATIONALITY_COLUMN, NUMBER_COLUMN, TOTALS_LABEL } from "./country-rows.ts";
import classes from "./country-table.module.css";

const LOADING_ROWS = 10;

interface Props {
  title: string;
  /** The rows of this page; undefined while they load. */
  rows: readonly CountryRow[] | undefined;
  /** Number of rows before them. */
  base: number;
  /** Over all pages. */
  totals: CountryTotals;
  isBusy: boolean;
  /** Shown instead of rows: empty or failed. */
  instead: ReactNode;
}

/** The report's table: header and totals stay visible, the body scrolls at 550 px. On a phone each row is a card. */
export function CountryTable({ title, rows, base, totals, isBusy, instead }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
    <section className={classes.viewport} aria-label={`${title}, table`} tabIndex={0}>
      <table className={classes.table} role="table" aria-label={title} aria-busy={isBusy}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className={classes.number}>
              {NUMBER_COLUMN}
            </th>
            <th role="columnheader" scope="col" className={classes.name}>
              {NATIONALITY_COLUMN}
            </th>
            {COUNT_COLUMNS.map(({ field, label }) => (
              <th key={field} role="columnheader" scope="col" className={classes.count}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {instead === null && (
          <tbody role="rowgroup">
            {rows === undefined ? (
              <LoadingRows />
            ) : (
              rows.map((row, index) => <Row key={row.nationality} number={base + index + 1} row={row} />)
            )}
          </tbody>
        )}
        {instead === null && rows !== undefined && (
          <tfoot role="rowgroup">
            <tr role="row">
              <td role="cell" className={classes.number} />
              <th role="rowheader" scope="row" className={classes.name}>
                {TOTALS_LABEL}
              </th>
              {COUNT_COLUMNS.map(({ field, label }) => (
                <td key={field} role="cell" data-label={label} className={classes.count}>
                  {shown(totals[field])}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {instead !== null && <div className={classes.instead}>{instead}</div>}
    </section>
  );
}

function Row({ number, row }: { number: number; row: CountryRow }) {
  return (
    <tr role="row">
      <td role="cell" className={classes.number}>
        {number}
      </td>
      <th role="rowheader" scope="row" className={classes.name}>
        {row.nationality}
      </th>
      {COUNT_COLUMNS.map(({ field, label }) => (
        <td key={field} role="cell" data-label={label} className={classes.count}>
          {shown(row[field])}
        </td>
      ))}
    </tr>
  );
}

function LoadingRows() {
  return Array.from({ length: LOADING_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are identical and never reordered
    <tr key={row}>
      {Array.from({ length: COUNT_COLUMNS.length + 2 }, (__, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: like their rows
        <td key={column}>
          <Skeleton height={12} radius={4} width={column === 1 ? "60%" : 36} ml={column > 1 ? "auto" : 0} />
        </td>
      ))}
    </tr>
  ));
}

function shown(count: number): string {
  return count.toLocaleString("en-US");
}
