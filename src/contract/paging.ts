import * as z from "zod";

const wholeNumber = (name: string) =>
  z.coerce
    .number({ error: `${name} must be a whole number, 1 or greater.` })
    .int(`${name} must be a whole number, 1 or greater.`)
    .min(1, `${name} must be a whole number, 1 or greater.`)
    .max(1_000_000_000, `${name} is too large.`);

/** The paging parameters of every list. */
export const pagingShape = {
  page: wholeNumber("page").default(1),
  limit: wholeNumber("limit").optional(),
  /** Another name for `limit`; `limit` wins. */
  perPage: wholeNumber("perPage").optional(),
};

const USUAL_ROWS = 10;
const MAX_ROWS = 500;

/** Offset and length of a page. */
export function placeOf({
  page,
  limit,
  perPage,
}: {
  page: number;
  limit?: number | undefined;
  perPage?: number | undefined;
}) {
  const rows = Math.min(limit ?? perPage ?? USUAL_ROWS, MAX_ROWS);
  return { limit: rows, offset: (page - 1) * rows };
}
