import { describe, expect, it } from "vitest";
import { timelineActor, timelineSentence } from "./timeline.ts";

describe("an event of the history as a sentence", () => {
  it("names the member who did it", () => {
    const actor = { id: 7, name: "Ishara Perera" };
    expect(timelineActor({ actor, type: "moved" })).toBe("Ishara Perera");
    expect(timelineSentence({ type: "moved", data: { from: "New", to: "AwaitingGovt", reason: null } })).toBe(
      "moved the order from New to Awaiting Govt",
    );
  });

  it("tells the customer's doing from the program's own", () => {
    expect(timelineActor({ actor: null, type: "tracked" })).toBe("The customer");
    expect(timelineActor({ actor: null, type: "download-completed" })).toBe("The customer");
    expect(timelineActor({ actor: null, type: "released" })).toBe("The system");
  });

  it("gives the reason of a move that has one", () => {
    const data = { from: "AwaitingGovt", to: "Contact Customer", reason: "No mail server took the mail" } as const;
    expect(timelineSentence({ type: "moved", data })).toBe(
      "moved the order from Awaiting Govt to Contact Customer: No mail server took the mail",
    );
  });
});
