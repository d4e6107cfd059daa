import { relations } from "drizzle-orm";
import { orderSubmissions } from "./corrections.ts";
import { documents, mailEvents, mails, remarks } from "./correspondence.ts";
import { disputes, downloads } from "./evidence.ts";
import { filings } from "./filings.ts";
import { orderEventPayloads, orderEvents, orders } from "./orders.ts";
import { gateways, members } from "./people.ts";

// Used by the order detail, which reads everything in one statement (features/orders/detail/order-details.repository.ts).
export const orderRelations = relations(orders, ({ one, many }) => ({
  gateway: one(gateways, { fields: [orders.gatewayId], references: [gateways.id] }),
  submission: one(orderSubmissions, { fields: [orders.id], references: [orderSubmissions.orderId] }),
  disputes: many(disputes),
  documents: many(documents),
  mails: many(mails),
  downloads: many(downloads),
  remarks: many(remarks),
  filings: many(filings),
  events: many(orderEvents),
}));

export const disputeRelations = relations(disputes, ({ one }) => ({
  order: one(orders, { fields: [disputes.orderId], references: [orders.id] }),
  opener: one(members, { fields: [disputes.openedBy], references: [members.id] }),
  closer: one(members, { fields: [disputes.closedBy], references: [members.id] }),
}));

export const documentRelations = relations(documents, ({ one }) => ({
  order: one(orders, { fields: [documents.orderId], references: [orders.id] }),
  uploader: one(members, { fields: [documents.uploadedBy], references: [members.id] }),
}));

export const filingRelations = relations(filings, ({ one }) => ({
  order: one(orders, { fields: [filings.orderId], references: [orders.id] }),
  recorder: one(members, { fields: [filings.recordedBy], references: [members.id] }),
}));

export const mailRelations = relations(mails, ({ one, many }) => ({
  order: one(orders, { fields: [mails.orderId], references: [orders.id] }),
  document: one(documents, { fields: [mails.documentId], references: [documents.id] }),
  reports: many(mailEvents),
}));

export const mailEventRelations = relations(mailEvents, ({ one }) => ({
  mail: one(mails, { fields: [mailEvents.mailId], references: [mails.id] }),
}));

export const downloadRelations = relations(downloads, ({ one }) => ({
  order: one(orders, { fields: [downloads.orderId], references: [orders.id] }),
  document: one(documents, { fields: [downloads.documentId], references: [documents.id] }),
}));

export const remarkRelations = relations(remarks, ({ one }) => ({
  order: one(orders, { fields: [remarks.orderId], references: [orders.id] }),
  author: one(members, { fields: [remarks.authorId], references: [members.id] }),
}));

export const eventRelations = relations(orderEvents, ({ one }) => ({
  order: one(orders, { fields: [orderEvents.orderId], references: [orders.id] }),
  actor: one(members, { fields: [orderEvents.actorId], references: [members.id] }),
  payload: one(orderEventPayloads, { fields: [orderEvents.id], references: [orderEventPayloads.eventId] }),
}));
