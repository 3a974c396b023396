import { expect, it } from "vitest";
import { channelsByDevice } from "./channels-by-device.ts";

const bound = (things_id: string, channel: number) => ({
  things_id,
  channel,
  device_name: `name of ${things_id}`,
  third_things_id: "",
  online: things_id === "a",
});

it("channels of a vehicle are put together by device [DEV-11]", () => {
  expect(channelsByDevice([bound("a", 0), bound("b", 1), bound("a", 2)])).toEqual([
    { thingsId: "a", name: "name of a", online: true, channels: [0, 2] },
    { thingsId: "b", name: "name of b", online: false, channels: [1] },
  ]);
  expect(channelsByDevice([])).toEqual([]);
});
