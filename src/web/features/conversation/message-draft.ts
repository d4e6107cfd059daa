import { nanoid } from "@reduxjs/toolkit";
import * as z from "zod";
import { keepDraft, readJsonDraft } from "#web/platform/drafts.ts";
import type { MessageValues } from "./message-schema.ts";

const draftSchema = z.object({ subject: z.string(), body: z.string(), clientKey: z.string() });
/** What is kept of a message that was not sent: its text, and the key under which it may have been sent already. */
type MessageDraft = z.infer<typeof draftSchema>;

/** Names one message to the server, which then stores it once however often it is sent. */
export const newClientKey = () => nanoid();

const topicOf = (orderId: number) => `message:${orderId}`;
const subjectOf = (orderId: number) => `Your arrival card (order ${orderId})`;

export function blankMessage(orderId: number): MessageValues {
  return {
    subject: subjectOf(orderId),
    body: "",
    language: "en",
    question: "",
    answerBy: "",
    attachDocument: false,
    move: false,
    files: [],
  };
}

export const readMessageDraft = (orderId: number) => readJsonDraft(topicOf(orderId), draftSchema);

/** Keeps the text, or nothing once it is empty or sent. */
export function keepMessageDraft(orderId: number, draft: MessageDraft | null): void {
  const subjects = ["", subjectOf(orderId)];
  const isEmpty = draft === null || (draft.body.trim() === "" && subjects.includes(draft.subject.trim()));
  keepDraft(topicOf(orderId), isEmpty ? null : JSON.stringify(draft));
}
