import { expect, it, vi } from "vitest";
import { readLink } from "./configuration.ts";

it("the link's JSON text is read, and what is absent has its default [NAV-15]", () => {
  expect(readLink('{"billing":"https://b.example","demo":true}')).toMatchObject({
    billing: "https://b.example",
    demo: true,
    company: "",
  });
});

it.each(["{not json", "[]", '{"demo":"yes"}', "null"])("the malformed link %s leaves the defaults [NAV-15]", (text) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(readLink(text)).toEqual(readLink(""));
});
