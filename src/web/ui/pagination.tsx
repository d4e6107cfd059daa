import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import classes from "./pagination.module.css";
import { pageItems } from "./pagination-pages.ts";

interface Props {
  page: number;
  count: number;
  onPage: (page: number) => void;
}

/** Page numbers with a neighbour on each side and gaps between; the buttons keep their places at the ends. */
export function Pagination({ page, count, onPage }: Props) {
  return (
    <nav aria-label="Pages" className={classes.pages}>
      <button
        type="button"
        className={classes.page}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
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
        disabled={page >= count}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}
