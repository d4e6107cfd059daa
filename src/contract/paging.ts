import * as z from "zod";

const wholeNumber = (name: string) =>
  z.coerce
    .number({ error: `${name} is a whole number from 1.` })
    .int(`${name} is a whole number from 1.`)
    .min(1, `${name} is a whole number from 1.`)
    .max(1_000_000_000, `${name} is too large.`);

/** How every list is asked for a page of it. */
export const pagingShape = {
  page: wholeNumber("page").default(1),
  limit: wholeNumber("limit").optional(),
  /** Another name for `limit`; `limit` wins. */
  perPage: wholeNumber("perPage").optional(),
};
