import { expect, it } from "vitest";
import { zh } from "../texts.zh.ts";
import { findPages } from "./find-pages.ts";

const titles: Readonly<Record<string, string>> = zh;
const finder = { titleOf: (key: string) => titles[key] ?? "", isSystemManager: false };
const paths = (typed: string, isSystemManager = false) =>
  findPages(typed, { ...finder, isSystemManager }).map(({ path }) => path);

it("finds a page by part of its name or path", () => {
  expect(paths("围栏")).toEqual(["/Container/EFenceManager"]);
  expect(paths("efence")).toEqual(["/Container/EFenceManager"]);
  expect(paths("dbc")[0]).toBe("/Container/DBCManager");
});

it("pages of the platform are found by its system manager only [USR-01]", () => {
  expect(paths("发件箱")).toEqual([]);
  expect(paths("发件箱", true)).toEqual(["/Container/Operating/Outbox"]);
});

it("sign-in and details, which need an id, are not offered", () => {
  expect(paths("")).not.toContain("/Login");
  expect(paths("")).not.toContain("/Container/HomePage/DeviceDetails");
});
