import { Pagination as MantinePagination } from "@mantine/core";
import { memo } from "react";
import classes from "./pagination.module.css";
import { pageItems } from "./pagination-pages.ts";

interface Props {
  page: number;
  count: number;
  onPage: (page: number) => void;
}

const Gap = () => "…";

/**
 * Mantine's pagination with the specified choice of pages: Mantine's own collapses from eight on. The arrows are never
 * disabled, because a disabled button loses the focus when Next reaches the last page.
 * @param onPage keeps its identity: the buttons are drawn again when it changes
 */
export const Pagination = memo(function Pagination({ page, count, onPage }: Props) {
  return (
    <MantinePagination.Root
      role="navigation"
      aria-label="Pages"
      total={count}
      value={page}
      onChange={(wanted) => wanted !== page && onPage(wanted)}
      classNames={{ root: classes.pages ?? "", control: classes.page ?? "", dots: classes.gap ?? "" }}
    >
      <MantinePagination.Previous aria-label="Previous page" disabled={false} aria-disabled={page <= 1} />
      {pageItems(page, count).map((item, place) =>
        item === "gap" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position
          <MantinePagination.Dots key={`gap-${place}`} icon={Gap} />
        ) : (
          <MantinePagination.Control
            key={item}
            active={item === page}
            aria-label={`Page ${item}`}
            aria-current={item === page ? "page" : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </MantinePagination.Control>
        ),
      )}
      <MantinePagination.Next aria-label="Next page" disabled={false} aria-disabled={page >= count} />
    </MantinePagination.Root>
  );
});
