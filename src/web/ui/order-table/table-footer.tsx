import { Button, NativeSelect } from "@mantine/core";
import { useId, useRef } from "react";
import { PAGE_SIZES } from "#contract/orders/orders.ts";
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
  /** There are more rows than `total`; the exact number is counted on demand. */
  more?: { isCounting: boolean; onCount: () => void } | undefined;
  /** How many orders came in after the list was read, null for an unknown number; absent for lists whose pages aren't frozen. */
  newcomers?: { count: number | null; onShow: () => void };
  /** There are more rows than `total`, and no exact count: the list has to be filtered. */
  isCapped?: boolean;
  /** Nothing is known about the rows: the footer shows no number. */
  hasFailed: boolean;
  /** False for lists that are too long for a single page. */
  hasAll?: boolean;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

/** "1–10 of 230", or why that is unknown; the page size and the pagination. */
export function TableFooter(props: Props) {
  const {
    page,
    size,
    view,
    total,
    isTotalKnown,
    more,
    newcomers,
    isCapped = false,
    hasFailed,
    hasAll = true,
    onPage,
    onSize,
  } = props;
  const range = useRef<HTMLSpanElement>(null);
  // The button is disabled while it counts and disappears afterwards: the focus moves to the result.
  const count = () => {
    range.current?.focus({ preventScroll: true });
    more?.onCount();
  };
  const show = () => {
    range.current?.focus({ preventScroll: true });
    newcomers?.onShow();
  };
  const place = isTotalKnown ? placeOf(view, totalText(total, more !== undefined || isCapped)) : "Loading";
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
      <SizeChoice size={size} hasAll={hasAll} onSize={onSize} />
      {/* In the space that is left: what stands beside it stays where it is. */}
      {newcomers !== undefined && newcomers.count !== 0 && (
        <Button variant="light" size="compact-sm" onClick={show}>
          {`${newcomersText(newcomers.count)} · Show`}
        </Button>
      )}
      {size !== "all" && <Pagination page={page} count={pageCount(total, size, more !== undefined)} onPage={onPage} />}
    </div>
  );
}

function SizeChoice({ size, hasAll, onSize }: Pick<Props, "size" | "hasAll" | "onSize">) {
  const id = useId();
  return (
    <label className={classes.size} htmlFor={id}>
      Rows per page
      <NativeSelect
        id={id}
        size="xs"
        data={hasAll ? SIZES_AND_ALL : SIZES}
        value={String(size)}
        onChange={({ currentTarget: { value } }) =>
          onSize(value === "all" ? "all" : (PAGE_SIZES.find((known) => String(known) === value) ?? PAGE_SIZES[0]))
        }
      />
    </label>
  );
}

function newcomersText(count: number | null): string {
  if (count === null) return "New orders may match";
  return count === 1 ? "1 new order" : `${number(count)} new orders`;
}

function placeOf({ base, count }: Props["view"], total: string): string {
  const shown = count === 0 ? "0" : `${number(base + 1)}–${number(base + count)}`;
  return `${shown} of ${total}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
