import * as z from "zod";

/** Ids of documents, mails, members and gateways: the database stores them as 32-bit integers. */
export const MAX_ROW_ID = 2_147_483_647;
const notAnId = "This is not an id.";

const rowNumber = z.int({ error: notAnId }).min(1, notAnId).max(MAX_ROW_ID, notAnId);

/** Such an id in a body or a URL; a string of digits is accepted too, because forms and routes carry text. */
export const rowIdSchema = z
  .union([rowNumber, z.string().regex(/^[0-9]{1,10}$/, notAnId)], { error: notAnId })
  .meta({ examples: [1] })
  .transform(Number)
  .pipe(rowNumber);
