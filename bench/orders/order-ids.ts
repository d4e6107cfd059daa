/** Ids of the data set are this number and from 1 on. */
export const FIRST_ID = 100_000;
/** Every 200th order of the data set has the agency's address. */
export const AGENCY_ORDER = FIRST_ID + 200;

/** Maps any number to a Completed order's id: 77 of the first 78 of each hundred in the data set. */
export function completedOrder(number: number, orders: number): number {
  const place = number % (77 * Math.floor(orders / 100));
  return FIRST_ID + 100 * Math.floor(place / 77) + 1 + (place % 77);
}
