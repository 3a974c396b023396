import { expect, it } from "vitest";
import { isHere } from "./frame-server.ts";

it.each([
  ["postgres://canopy@localhost/canopy_frames?host=/srv/data/run", true],
  ["postgres://canopy:secret@127.0.0.1:5432/frames", true],
  ["postgres://canopy@localhost/frames", true],
  ["postgres://canopy@[::1]:5432/frames", true],
  ["postgres://canopy@frames:5432/frames", false],
  ["postgres://canopy@10.0.0.7/frames", false],
])("the disk of this machine matters to landing where its database is here: %s", (url, answer) => {
  expect(isHere(url)).toBe(answer);
});
