import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import classes from "./pagination.module.css";
import { pageItems } from "./pagination-pages.ts";

interface Props {
  page: number;
  count: number;
  onPage: (page: number) => void;
}

/**
 * The pages of a list. Mantine's pagination shows other pages than those specified. The arrows are never
 * disabled, because a disabled button loses the focus when Next reaches the last page.
 */
export function Pagination({ page, count, onPage }: Props) {
  return (
    <nav className={classes.pages} aria-label="Pages">
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified only by its position
          <span key={`gap-${place}`} className={classes.gap}>
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            className={classes.page}
            aria-label={`Page ${item}`}
            aria-current={item === page ? "page" : undefined}
            onClick={() => item !== page && onPage(item)}
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
