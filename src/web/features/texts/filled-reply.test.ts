import { expect, it } from "vitest";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import { repliesIn } from "./filled-reply.ts";

function reply(key: string, language: QuickReply["language"], change: Partial<QuickReply> = {}): QuickReply {
  const text = { name: `${key} ${language}`, subject: null, body: "x", roles: null };
  return { key, language, version: 1, is_removed: false, saved: null, ...text, ...change };
}

it("offers each reply once: in the language, else in English, else in any", () => {
  const all = [
    reply("all", "en"),
    reply("all", "de"),
    reply("all", "ar"),
    reply("english", "en"),
    reply("english", "ar"),
    reply("other", "ta"),
    reply("other", "si"),
    reply("gone", "de", { is_removed: true }),
    reply("gone", "en"),
  ];
  const names = (language: QuickReply["language"]) => repliesIn(language, all).map(({ name }) => name);
  expect(names("de")).toEqual(["all de", "english en", "other si", "gone en"]);
  expect(names("en")).toEqual(["all en", "english en", "other si", "gone en"]);
  expect(names("ta")).toEqual(["all en", "english en", "other ta", "gone en"]);
});
