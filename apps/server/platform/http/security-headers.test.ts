import { describe, expect, it } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

const OPENER = "cross-origin-opener-policy";

describe("headers of every answer", () => {
  it.each([undefined, "cross-site", "same-site", "same-origin"])(
    "cut a page off from whoever opened it: %s",
    (fetchSite) => {
      expect(securityHeaders(fetchSite)[OPENER]).toBe("same-origin");
    },
  );

  it("leave out only that where nobody opened it", () => {
    const { [OPENER]: _, ...others } = securityHeaders(undefined);
    expect(securityHeaders("none")).toEqual(others);
  });
});

describe("the policy of a page", () => {
  it("lets it talk to its own host alone, by WebSocket too", () => {
    const directives = contentSecurityPolicy("n").split("; ");
    expect(directives).toContain("connect-src 'self'");
    expect(directives.filter((directive) => /[ :]wss?:/.test(directive))).toEqual([]);
  });

  it("lets maps load tiles of the configured server and of no other [GPS-01]", () => {
    const directives = contentSecurityPolicy("n", "https://tiles.example:8443/{z}/{x}/{y}.png?key=k").split("; ");
    expect(directives.filter((directive) => directive.includes("tiles.example"))).toEqual([
      "img-src 'self' data: blob: https://tiles.example:8443",
      "connect-src 'self' https://tiles.example:8443",
    ]);
  });
});
