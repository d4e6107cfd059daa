import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import { PAGE_SIZES } from "#contract/orders.ts";
import type { PageSize } from "#web/platform/list-url.ts";
import { Pagination } from "../pagination.tsx";
import { pageCount } from "../pagination-pages.ts";
import classes from "./table-footer.module.css";

const SIZES = [
  ...PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) })),
  { value: "all", label: "All" },
];

interface Props {
  page: number;
  size: PageSize;
  view: { base: number; count: number };
  total: number;
  isTotalKnown: boolean;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

/** "1–10 of 230", the rows-per-page choice and the pages. */
export function TableFooter({ page, size, view, total, isTotalKnown, onPage, onSize }: Props) {
  const sizeId = useId();
  const shown = view.count === 0 ? "0" : `${number(view.base + 1)}–${number(view.base + view.count)}`;
  return (
    <div className={classes.footer}>
      <span className={classes.range}>{isTotalKnown ? `${shown} of ${number(total)}` : "Loading"}</span>
      <label className={classes.size} htmlFor={sizeId}>
        Rows per page
        <NativeSelect
          id={sizeId}
          size="xs"
          data={SIZES}
          value={String(size)}
          onChange={({ currentTarget: { value } }) =>
            onSize(value === "all" ? "all" : (PAGE_SIZES.find((known) => String(known) === value) ?? PAGE_SIZES[0]))
          }
        />
      </label>
      {size !== "all" && <Pagination page={page} count={pageCount(total, size)} onPage={onPage} />}
    </div>
  );
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
