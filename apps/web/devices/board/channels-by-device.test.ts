import { expect, it } from "vitest";
import { channelsByDevice, formerDevices } from "./channels-by-device.ts";

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

it("channels that were bound for a time stand by device and time [DEV-11] [DEV-14]", () => {
  const former = (id: string, channel: number, from_time: number) => ({
    ...bound(id, channel),
    from_time,
    until_time: from_time + 10,
  });
  expect(formerDevices([former("b", 0, 50), former("b", 1, 50), former("b", 0, 20)])).toEqual([
    { thingsId: "b", name: "name of b", online: false, channels: [0, 1], window: { fromMs: 50, toMs: 60 } },
    { thingsId: "b", name: "name of b", online: false, channels: [0], window: { fromMs: 20, toMs: 30 } },
  ]);
});
