import { describe, expect, it } from "vitest";
import { readMarkup } from "./markup.ts";

describe("the content of a message", () => {
  it("has lines, strong words and links whose host is known [MSG-02]", () => {
    expect(readMarkup("Tonight **02:00**\nsee [the plan](/doc?type=help) or https://a.example/x.")).toEqual([
      [
        { kind: "text", text: "Tonight " },
        { kind: "strong", text: "02:00" },
      ],
      [
        { kind: "text", text: "see " },
        { kind: "link", text: "the plan", href: "/doc?type=help", host: null },
        { kind: "text", text: " or " },
        { kind: "link", text: "https://a.example/x.", href: "https://a.example/x.", host: "a.example" },
      ],
    ]);
  });

  it.each([
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>)",
    "[x](//evil.example)",
    "[x](/\\evil.example)",
    "**unclosed",
  ])("%s is text [MSG-02]", (content) => {
    const pieces = readMarkup(content).flat();
    expect(pieces.every(({ kind }) => kind === "text")).toBe(true);
    expect(pieces.map(({ text }) => text).join("")).toBe(content);
  });
});
