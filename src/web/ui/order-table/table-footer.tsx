import { Button, NativeSelect } from "@mantine/core";
import { useId, useRef } from "react";
import { PAGE_SIZES } from "#contract/orders.ts";
import type { PageSize } from "#web/platform/list-url.ts";
import { Pagination } from "../pagination.tsx";
import { pageCount } from "../pagination-pages.ts";
import { totalText } from "../total-text.ts";
import classes from "./table-footer.module.css";

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));
const SIZES_AND_ALL = [...SIZES, { value: "all", label: "All" }];

interface Props {
  page: number;
  size: PageSize;
  view: { base: number; count: number };
  total: number;
  isTotalKnown: boolean;
  /** There are more rows than `total`; how many is counted on demand. */
  more?: { isCounting: boolean; onCount: () => void } | undefined;
  /** Nothing is known of the rows: the footer then claims no number of them. */
  hasFailed: boolean;
  /** False where a whole list is too much for one page. */
  hasAll?: boolean;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

/** "1–10 of 230", or why that is not known; the rows-per-page choice and the pages. */
export function TableFooter(props: Props) {
  const { page, size, view, total, isTotalKnown, more, hasFailed, hasAll = true, onPage, onSize } = props;
  const sizeId = useId();
  const range = useRef<HTMLSpanElement>(null);
  // The button rests while it counts and is gone after that: the focus waits where the answer comes.
  const count = () => {
    range.current?.focus({ preventScroll: true });
    more?.onCount();
  };
  const place = isTotalKnown ? placeOf(view, totalText(total, more !== undefined)) : "Loading";
  return (
    <div className={classes.footer}>
      <span className={classes.range} ref={range} tabIndex={-1}>
        {hasFailed ? "Not loaded" : place}
      </span>
      {more !== undefined && (
        <Button variant="subtle" size="compact-sm" loading={more.isCounting} onClick={count}>
          Count exactly
        </Button>
      )}
      <label className={classes.size} htmlFor={sizeId}>
        Rows per page
        <NativeSelect
          id={sizeId}
          size="xs"
          data={hasAll ? SIZES_AND_ALL : SIZES}
          value={String(size)}
          onChange={({ currentTarget: { value } }) =>
            onSize(value === "all" ? "all" : (PAGE_SIZES.find((known) => String(known) === value) ?? PAGE_SIZES[0]))
          }
        />
      </label>
      {size !== "all" && <Pagination page={page} count={pageCount(total, size, more !== undefined)} onPage={onPage} />}
    </div>
  );
}

function placeOf({ base, count }: Props["view"], total: string): string {
  const shown = count === 0 ? "0" : `${number(base + 1)}–${number(base + count)}`;
  return `${shown} of ${total}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
