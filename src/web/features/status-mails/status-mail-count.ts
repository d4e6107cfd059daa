import { BULK_MAX } from "#contract/orders/bulk.ts";
import { countStatusMails, type MailingChange } from "#contract/status-mails/count-status-mails.ts";
import { api } from "#web/platform/api.ts";
import { callWithBody } from "#web/platform/operation-endpoint.ts";
import type { AppDispatch } from "#web/platform/store-hooks.ts";

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    countStatusMails: build.mutation({ ...callWithBody(countStatusMails) }),
  }),
});

/** For a question before a change of orders: how many customers get a mail by it. Null when none does. */
export async function statusMailText(
  dispatch: AppDispatch,
  ids: readonly number[],
  change: MailingChange,
): Promise<string | null> {
  let count = 0;
  for (let start = 0; start < ids.length; start += BULK_MAX) {
    const orderIds = ids.slice(start, start + BULK_MAX);
    count += (await dispatch(endpoints.countStatusMails.initiate({ orderIds, change })).unwrap()).data.count;
  }
  if (count === 0) return null;
  return count === 1
    ? "1 customer will get an email."
    : `${count.toLocaleString("en-US")} customers will get an email.`;
}
