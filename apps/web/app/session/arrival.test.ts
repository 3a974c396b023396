import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberArrival, takeArrival } from "../../accounts/sign-in/arrivals.ts";
import { cleanArrival, takeArrived } from "./arrival.ts";

const ORIGIN = "https://canopy.example";
const PAGE = "/Container/DBCManager?keyword=a b&page=2";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  takeArrived();
  vi.unstubAllGlobals();
});

/** The address that the page goes on with, after another site sent this back. */
function comeBack(search: string): string {
  let address = "";
  const replaceState = (_state: unknown, _title: string, url: string) => {
    address = url;
  };
  cleanArrival({ href: `${ORIGIN}/Login${search}` } as Location, { state: null, replaceState } as unknown as History);
  return address;
}
const begin = (redirect?: string) => {
  vi.stubGlobal("location", { search: redirect === undefined ? "" : `?${new URLSearchParams({ redirect })}` });
  rememberArrival("weixin", "the-state");
};

it("a sign-in over another site comes back with the page that was asked for [NAV-02] [ACC-20]", () => {
  begin(PAGE);
  const address = new URL(comeBack("?code=1&state=the-state"), ORIGIN);
  expect([address.pathname, address.searchParams.get("redirect")]).toEqual(["/Login", PAGE]);
  expect(takeArrived()).toBe("code=1&state=the-state");
  expect(takeArrival("the-state")).toBe("weixin");
  expect(takeArrival("the-state")).toBeUndefined();
});

it("nothing was asked for, or another tab began it: the sign-in page alone [NAV-02]", () => {
  begin();
  expect(comeBack("?code=1&state=the-state")).toBe("/Login");
  begin(PAGE);
  expect(comeBack("?code=1&state=another")).toBe("/Login");
  expect(takeArrival("another")).toBeUndefined();
});
