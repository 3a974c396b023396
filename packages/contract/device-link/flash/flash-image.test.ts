import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { MemoryImage } from "../../../../apps/simulator/terminal/memory-image.ts";
import { fetchImage } from "./flash-image.ts";

const RIGHT = Buffer.alloc(3000, 7);
const WRONG = Buffer.alloc(3000, 8);
const sha256 = createHash("sha256").update(RIGHT).digest("hex");
const served = (bytes: Buffer) => `data:application/octet-stream;base64,${bytes.toString("base64")}`;

function card(bytes: Uint8Array): MemoryImage {
  const image = new MemoryImage();
  image.append(bytes);
  return image;
}

function fetched(image: MemoryImage, url: string, isBegun: boolean) {
  const options = { signal: new AbortController().signal, told: () => undefined, wait: async () => undefined };
  return fetchImage({ url, size: RIGHT.length, sha256 }, image, { ...options, isBegun });
}

it("an image that a loss of power damaged is fetched again before a run goes on with it [UDS-04]", async () => {
  const image = card(WRONG);
  expect(await fetched(image, served(RIGHT), true)).toBeUndefined();
  expect(Buffer.from(image.bytes()).equals(RIGHT)).toBe(true);
});

it("a run that has begun does not go on with other bytes than those it began with [UDS-04]", async () => {
  expect(await fetched(card(WRONG), served(WRONG), true)).toBe("hash");
  // One that begins checks them itself, and says so in its result.
  expect(await fetched(card(WRONG), served(WRONG), false)).toBeUndefined();
});

it("an image that is whole is not fetched [UDS-04]", async () => {
  expect(await fetched(card(RIGHT), "http://127.0.0.1:1/", true)).toBeUndefined();
});
