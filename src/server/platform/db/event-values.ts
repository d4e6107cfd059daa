import { sql } from "drizzle-orm";
import type { IdentityValues } from "#contract/timeline/identity-values.ts";
import { orderEvents, orderEventValues } from "./schema.ts";

/** The values that an event of `order_events` masks. Looked up only for the types that mask any. */
export const identityValues = sql<IdentityValues | null>`
  case when ${orderEvents.type} in ('corrected', 'correction-requested') then
    (select ${orderEventValues.data} from ${orderEventValues} where ${orderEventValues.eventId} = ${orderEvents.id}) end`;
