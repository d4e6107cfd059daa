import { describe, expect, it } from "vitest";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { Answer } from "#contract/questions/questions.ts";
import type { Remark } from "#contract/remarks/remarks.ts";
import { commentStream } from "./comment-stream.ts";

const remark = (id: number, at: string) => ({ id, create_ts: `2026-11-27T${at}:00.000Z` }) as Remark;
const message = (id: number, at: string) => ({ id, at: `2026-11-27T${at}:00.000Z` }) as ConversationMail;
const REMARKS = [remark(1, "08:00"), remark(2, "10:00")];
const MESSAGES = [message(7, "09:00")];
const keys = (change: Partial<Parameters<typeof commentStream>[0]> = {}) =>
  commentStream({ remarks: REMARKS, messages: MESSAGES, answers: [], kind: "all", knownSince: null, ...change }).map(
    ({ key }) => key,
  );

describe("the stream of comments and messages", () => {
  it("is newest first, and those of the same instant by number", () => {
    expect(keys()).toEqual(["comment 2", "message 7", "comment 1"]);
    expect(keys({ messages: [], remarks: [remark(3, "08:00"), remark(4, "08:00")] })).toEqual([
      "comment 4",
      "comment 3",
    ]);
  });

  it("has the customer's answers among the messages", () => {
    const answers = [{ id: 4, at: "2026-11-27T09:30:00.000Z" } as Answer];
    expect(keys({ answers })).toEqual(["comment 2", "answer 4", "message 7", "comment 1"]);
    expect(keys({ answers, kind: "message" })).toEqual(["answer 4", "message 7"]);
    expect(keys({ answers, kind: "comment" })).toEqual(["comment 2", "comment 1"]);
  });

  it("shows one kind alone", () => {
    expect(keys({ kind: "comment" })).toEqual(["comment 2", "comment 1"]);
    expect(keys({ kind: "message" })).toEqual(["message 7"]);
  });

  it("has no hole while earlier messages are not loaded", () => {
    expect(keys({ knownSince: "2026-11-27T09:00:00.000Z" })).toEqual(["comment 2", "message 7"]);
    expect(keys({ kind: "comment", knownSince: "2026-11-27T09:00:00.000Z" })).toEqual(["comment 2", "comment 1"]);
  });
});
