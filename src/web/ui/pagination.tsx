import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import classes from "./pagination.module.css";
import { pageItems } from "./pagination-pages.ts";

interface Props {
  page: number;
  count: number;
  onPage: (page: number) => void;
}

/**
 * Page numbers with a neighbour on each side and gaps between. The buttons keep their places at the ends, and the
 * focus: whoever pressed Next until the last page goes on from there.
 */
export function Pagination({ page, count, onPage }: Props) {
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <button
        type="button"
        className={classes.page}
        aria-label="Previous page"
        aria-disabled={page <= 1}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </button>
      {pageItems(page, count).map((item, place) =>
        item === "gap" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
          <span key={`gap-${place}`} className={classes.gap}>
            …
          </span>
        ) : (
          <button
            type="button"
            key={item}
            className={classes.page}
            aria-label={`Page ${item}`}
            aria-current={item === page ? "page" : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </button>
        ),
      )}
      <button
        type="button"
        className={classes.page}
        aria-label="Next page"
        aria-disabled={page >= count}
        onClick={() => page < count && onPage(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}
