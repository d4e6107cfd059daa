import * as z from "zod";

/** Ids of documents, mails, members and gateways: the database stores them as 32-bit integers. */
export const MAX_ROW_ID = 2_147_483_647;
const notAnId = "This is not an id.";

/** Such an id in a body. */
export const rowIdSchema = z
  .int({ error: notAnId })
  .min(1, notAnId)
  .max(MAX_ROW_ID, notAnId)
  .meta({ examples: [1] });

/** Such an id in a URL: digits. */
export const rowIdTextSchema = z
  .string()
  .regex(/^[0-9]{1,10}$/, notAnId)
  .meta({ examples: ["1"] })
  .transform(Number)
  .pipe(rowIdSchema);
