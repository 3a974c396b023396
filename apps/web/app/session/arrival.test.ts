import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dropSession, type Session, sessionStore, takeSession } from "../../accounts/session.ts";
import { rememberArrival, takeArrival } from "../../accounts/sign-in/arrivals.ts";
import { cleanArrival, handOverResult, takeArrived } from "./arrival.ts";
import { arrivalQuestion } from "./arrival-question.ts";

const ORIGIN = "https://canopy.example";
const PAGE = "/Container/DBCManager?keyword=a b&page=2";
const REPLY = { ujwt: "u", message: "", session_id: "s-new", target: "page" };
const TENANT = { id: "t", tenant_type: 0, merchant_id: null, created_time: 0 };
const USER = { tenant_id: "t", session_id: null, nick_name: "Mia", avatar: null, isManager: true };
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

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

describe("a hand-over code of a link [ACC-21]", () => {
  const OWN: Session = { token: "own", ujwt: "u", sessionId: "s-own", kept: false };
  /** Accounts by token; a token that is not there has ended. */
  let accounts: Record<string, string>;
  let calls: string[];

  beforeEach(() => {
    accounts = { own: "mia", new: "mia" };
    calls = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "";
      calls.push(`${init.method} ${url} ${token}`.trim());
      if (url.includes("/exchange")) return json({ ...REPLY, token: "new" });
      if (init.method === "DELETE") return json({ message: "" });
      const name = accounts[token];
      if (!name) return json({ code: "platform.unauthenticated", message: "", errorMsg: "" }, 401);
      return json({ ...USER, id: name, name, tenantInfo: { ...TENANT, name } });
    });
  });
  afterEach(() => dropSession());

  const arrive = () => {
    comeBack("?token=code&prePath=/Container/CarManager");
    return handOverResult();
  };
  const answered = async (isSwitch: boolean) => {
    const result = arrive();
    await vi.waitFor(() => expect(arrivalQuestion.get()).toMatchObject({ own: "mia", other: "eve" }));
    expect(sessionStore.get()?.token).toBe("own");
    arrivalQuestion.get()?.answer(isSwitch);
    return result;
  };

  it("signs in where nobody is, where the same user is, and where a session has ended", async () => {
    accounts.new = "eve";
    expect([await arrive(), sessionStore.get()?.token]).toEqual(["done", "new"]);
    takeSession(OWN);
    accounts = { new: "eve" };
    expect([await arrive(), sessionStore.get()?.token]).toEqual(["done", "new"]);
    takeSession(OWN);
    accounts = { own: "mia", new: "mia" };
    expect([await arrive(), sessionStore.get()?.token]).toEqual(["done", "new"]);
    expect(arrivalQuestion.get()).toBeNull();
  });

  it("replaces the session of another user only when the person says so, and ends what nobody wanted", async () => {
    accounts.new = "eve";
    takeSession(OWN);
    expect([await answered(false), sessionStore.get()?.token]).toEqual(["none", "own"]);
    expect(calls.filter((call) => call.startsWith("DELETE"))).toEqual([expect.stringMatching(/sessions\/s-new new$/)]);
    expect([await answered(true), sessionStore.get()?.token]).toEqual(["done", "new"]);
    expect(arrivalQuestion.get()).toBeNull();
  });
});

it("nothing was asked for, or another tab began it: the sign-in page alone [NAV-02]", () => {
  begin();
  expect(comeBack("?code=1&state=the-state")).toBe("/Login");
  begin(PAGE);
  expect(comeBack("?code=1&state=another")).toBe("/Login");
  expect(takeArrival("another")).toBeUndefined();
});
