import { expect, it } from "vitest";
import { fetchFirmware, type ImageStore } from "./fetch-firmware.ts";

it("an image that does not fit on the disk says so, at once [DEV-08]", async () => {
  let tries = 0;
  const full: ImageStore = {
    length: 0,
    append: () => {
      tries++;
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    },
    clear: () => undefined,
    bytes: () => new Uint8Array(0),
  };
  const options = { signal: new AbortController().signal, told: () => undefined, wait: async () => undefined };
  const order = { url: "data:application/octet-stream;base64,AAAA", size: 3 };
  expect([await fetchFirmware(order, full, options), tries]).toEqual(["room", 1]);
});
