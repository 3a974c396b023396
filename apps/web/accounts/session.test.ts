import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dropSession, endSession, keepSession, rereadSession, sessionStore, takeSession } from "./session.ts";

const session = (token: string, kept: boolean) => ({ token, ujwt: `u-${token}`, sessionId: `s-${token}`, kept });

/** As much of a browser's storage as a session needs. */
function newStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", newStorage());
  vi.stubGlobal("sessionStorage", newStorage());
  dropSession();
});
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

it("the end of a session that was handed over leaves the browser's own [ACC-01] [NAV-05]", () => {
  keepSession(session("own", true));
  takeSession(session("handed", false));
  expect(endSession()).toBe(true);
  expect(sessionStore.get()).toBeNull();
  expect(sessionStorage.getItem("token")).toBeNull();
  rereadSession();
  expect(sessionStore.get()).toEqual(session("own", true));
});

it("of the browser's own session nothing stays when the server ended it [ACC-22]", () => {
  keepSession(session("own", true));
  expect(endSession()).toBe(false);
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("ujwt")).toBeNull();
});

it("signing out leaves neither [ACC-22]", () => {
  keepSession(session("own", true));
  takeSession(session("handed", false));
  dropSession();
  rereadSession();
  expect(sessionStore.get()).toBeNull();
});
