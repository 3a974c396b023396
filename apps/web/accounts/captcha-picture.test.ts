import { expect, it } from "vitest";
import { readCaptchaSvg } from "./captcha-picture.ts";

it("letters and noise of a captcha are told apart, and only shapes are taken [ACC-02]", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="50" viewBox="0,0,150,50"><script>alert(1)</script>' +
    '<path d="M1 2 L3 4" stroke="#777" fill="none"/><path fill="#222" d="M5 6 Z"/></svg>';
  expect(readCaptchaSvg(svg)).toEqual({
    viewBox: "0 0 150 50",
    paths: [
      { d: "M1 2 L3 4", isLine: true },
      { d: "M5 6 Z", isLine: false },
    ],
  });
});
