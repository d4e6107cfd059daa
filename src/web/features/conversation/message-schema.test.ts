import { expect, it } from "vitest";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { blankMessage } from "./message-draft.ts";
import { messageFormSchema } from "./message-schema.ts";

const file = (size: number, type = "application/pdf") => new File([new Uint8Array(size)], "pass.pdf", { type });
const half = DOCUMENT_MAX_BYTES * 0.75;
const message = { ...blankMessage(100123), body: "Please send us your passport number." };

const problems = (values: object, documentBytes = 0) =>
  messageFormSchema(documentBytes)
    .safeParse(values)
    .error?.issues.map(({ path, message }) => [path[0], message]);

it.each([
  ["no files", [], undefined],
  ["five", Array(5).fill(file(1)), undefined],
  ["six", Array(6).fill(file(1)), CONVERSATION_MESSAGES.messageFilesMany],
  ["an empty one", [file(1), file(0)], `pass.pdf: ${MESSAGES.uploadEmpty}`],
  ["a script", [file(1, "text/html")], `pass.pdf: ${DOCUMENT_MESSAGES.uploadType}`],
  ["one that is too large", [file(DOCUMENT_MAX_BYTES + 1)], `pass.pdf: ${MESSAGES.uploadLarge}`],
  ["15 MB together", [file(half), file(half)], undefined],
  ["more than that", [file(half), file(half), file(1)], CONVERSATION_MESSAGES.messageFilesLarge],
])("judges %s before they travel", (_what, files, problem) => {
  expect(problems({ ...message, files })).toEqual(problem && [["files", problem]]);
});

it("counts the document if it is attached too", () => {
  const files = [file(half), file(half)];
  expect(problems({ ...message, files }, 1)).toBeUndefined();
  expect(problems({ ...message, files, attachDocument: true }, 1)).toEqual([
    ["files", CONVERSATION_MESSAGES.messageFilesLarge],
  ]);
});

it("names every wrong field at once", () => {
  const files = [file(half), file(half), file(1)];
  expect(problems({ ...message, subject: " ", body: "", files })).toEqual([
    ["subject", CONVERSATION_MESSAGES.messageSubjectRequired],
    ["body", CONVERSATION_MESSAGES.messageBodyRequired],
    ["files", CONVERSATION_MESSAGES.messageFilesLarge],
  ]);
});
