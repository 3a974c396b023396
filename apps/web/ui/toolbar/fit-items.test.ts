import { expect, it } from "vitest";
import { itemsThatLeave, type MeasuredItem } from "./fit-items.ts";

const LINE = { gapPx: 10, morePx: 30, hasMore: false };
const items: MeasuredItem[] = [
  { key: "search", widthPx: 100 },
  { key: "type", widthPx: 80, priority: 1 },
  { key: "state", widthPx: 80, priority: 2 },
  { key: "columns", widthPx: 60, priority: 2 },
  { key: "add", widthPx: 50 },
];
/** 370 of items and four gaps. */
const WHOLE = 410;

it("nothing leaves a line that has room for all", () => {
  expect([...itemsThatLeave(items, { ...LINE, roomPx: WHOLE })]).toEqual([]);
});

it("the highest priority number leaves first, of equal ones the last, until ⋯ fits too", () => {
  // Without the columns 340 are taken, with ⋯ 380.
  expect([...itemsThatLeave(items, { ...LINE, roomPx: WHOLE - 1 })]).toEqual(["columns"]);
  expect([...itemsThatLeave(items, { ...LINE, roomPx: 379 })]).toEqual(["columns", "state"]);
});

it("a ⋯ that has a menu of its own takes its room from the start", () => {
  expect([...itemsThatLeave(items, { ...LINE, hasMore: true, roomPx: WHOLE + 40 })]).toEqual([]);
  expect([...itemsThatLeave(items, { ...LINE, hasMore: true, roomPx: WHOLE + 39 })]).toEqual(["columns"]);
});

it("an item without a priority stays, however narrow the line", () => {
  expect([...itemsThatLeave(items, { ...LINE, roomPx: 20 })]).toEqual(["columns", "state", "type"]);
});

it("an item that draws nothing takes neither room nor gap", () => {
  const withEmpty = [...items, { key: "chip", widthPx: 0 }];
  expect([...itemsThatLeave(withEmpty, { ...LINE, roomPx: WHOLE })]).toEqual([]);
});
