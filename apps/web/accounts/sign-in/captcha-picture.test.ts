import { expect, it } from "vitest";
import { readCaptchaSvg } from "./captcha-picture.ts";

const svg = (href: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><script>alert(1)</script><image href="${href}"/></svg>`;

it("of a captcha only its pixels are taken [ACC-02]", () => {
  const source = "data:image/png;base64,iVBORw0KGgo=";
  expect(readCaptchaSvg(svg(source))).toBe(source);
  for (const other of ["https://elsewhere.example/a.png", "data:image/svg+xml;base64,AAAA", "javascript:alert(1)"])
    expect(readCaptchaSvg(svg(other))).toBeUndefined();
});
