import { expect, it } from "vitest";
import { mergedOffers } from "./commands.ts";

const command = (label: string) => ({ label, run: () => undefined });

it("leaves out unlisted commands, and groups that have no others", () => {
  const unlisted = { ...command("Upload a document"), isListed: false };
  const offers = mergedOffers([
    { title: "This order", commands: [unlisted] },
    { title: "Move this order", commands: [unlisted, command("Move to Delete")] },
  ]);
  expect(offers.map(({ title, commands }) => [title, commands.map(({ label }) => label)])).toEqual([
    ["Move this order", ["Move to Delete"]],
  ]);
});

it("merges groups of the same title, in the order of registration", () => {
  const offers = mergedOffers([
    { title: "This order", commands: [command("Write a comment")] },
    { title: "Move this order", commands: [command("Move to Delete")] },
    { title: "This order", commands: [command("Print")] },
  ]);
  expect(offers.map(({ title, commands }) => [title, commands.map(({ label }) => label)])).toEqual([
    ["This order", ["Write a comment", "Print"]],
    ["Move this order", ["Move to Delete"]],
  ]);
});
