import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { findMessageTimes } from "./mail-messages.repository.ts";
import { findDocumentMailTimes, findOtherAddressMailTimes, lockSenderOf } from "./other-address-mails.repository.ts";

interface Limit {
  most: number;
  windowMs: number;
}

export interface MailLimits {
  /** Document mails of one order, to any address. */
  order: Limit;
  /** Messages to one customer. */
  orderMessages: Limit;
  /** Messages that one member writes. */
  memberMessages: Limit;
  /** Documents that one member mails to other addresses than the orders' own. */
  otherAddresses: Limit;
}

export const MAIL_LIMITS: MailLimits = {
  order: { most: 3, windowMs: 10 * MINUTE_MS },
  orderMessages: { most: 10, windowMs: HOUR_MS },
  memberMessages: { most: 100, windowMs: HOUR_MS },
  otherAddresses: { most: 20, windowMs: HOUR_MS },
};

interface DocumentMail {
  orderId: number;
  actorId: number;
  isOtherAddress: boolean;
  at: Date;
}

/**
 * Counts mails in the outbox, so refused requests don't count. The transaction must have locked the order, so that
 * concurrent requests count each other.
 * @throws AppError rate_limited
 */
export async function assertMayMail(tx: Transaction, limits: MailLimits, mail: DocumentMail): Promise<void> {
  const { orderId, actorId, isOtherAddress, at } = mail;
  const ofOrder = await findDocumentMailTimes(tx, orderId, windowOf(limits.order, at));
  assertBelow(limits.order, ofOrder, at, MAIL_MESSAGES.mailOrderLimit);
  if (!isOtherAddress) return;
  await lockSenderOf(tx, actorId);
  const ofMember = await findOtherAddressMailTimes(tx, actorId, windowOf(limits.otherAddresses, at));
  assertBelow(limits.otherAddresses, ofMember, at, MAIL_MESSAGES.mailOtherAddressLimit);
}

/** The same for a member's message, whatever became of it. @throws AppError rate_limited */
export async function assertMayWrite(
  tx: Transaction,
  limits: MailLimits,
  { orderId, actorId, at }: Omit<DocumentMail, "isOtherAddress">,
): Promise<void> {
  const { orderMessages, memberMessages } = limits;
  const ofOrder = await findMessageTimes(tx, { orderId }, windowOf(orderMessages, at));
  assertBelow(orderMessages, ofOrder, at, CONVERSATION_MESSAGES.messageOrderLimit);
  await lockSenderOf(tx, actorId);
  const ofMember = await findMessageTimes(tx, { actorId }, windowOf(memberMessages, at));
  assertBelow(memberMessages, ofMember, at, CONVERSATION_MESSAGES.messageMemberLimit);
}

const windowOf = ({ most, windowMs }: Limit, at: Date) => ({ since: new Date(at.getTime() - windowMs), most });

/** @param times newest first, up to the limit */
function assertBelow({ most, windowMs }: Limit, times: readonly Date[], at: Date, message: string): void {
  const oldest = times[most - 1];
  if (oldest === undefined) return;
  const retryAfterSeconds = (oldest.getTime() + windowMs - at.getTime()) / 1000;
  throw new AppError("rate_limited", message, { retryAfterSeconds });
}
