import { afterEach, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { StorageNotices } from "./storage-notices.ts";

describe("terminals that hold batches back", () => {
  const made: StorageNotices[] = [];
  afterEach(() => {
    for (const one of made.splice(0)) one.stop();
  });
  const world = () => {
    const state = { room: new Set<string>(), listening: new Set(["d1", "d2", "d3"]), told: [] as string[] };
    const notices = new StorageNotices({
      hasRoom: async (tenantId) => {
        if (tenantId === "away") throw new Error("away");
        return state.room.has(tenantId);
      },
      notify: (deviceId) => {
        if (!state.listening.has(deviceId)) return false;
        state.told.push(deviceId);
        return true;
      },
      log: createLog("silent"),
    });
    made.push(notices);
    return { state, notices };
  };

  it("are told once, when their tenant has room again [CAP-05]", async () => {
    const { state, notices } = world();
    notices.hold("away", "d3");
    notices.hold("a", "d1");
    notices.hold("b", "d2");
    await notices.look();
    expect(state.told).toEqual([]);
    state.room.add("a");
    await notices.look();
    await notices.look();
    expect(state.told).toEqual(["d1"]);
  });

  it("are told when they listen, and not when they are gone [CAP-05]", async () => {
    const { state, notices } = world();
    state.room.add("a");
    state.listening.delete("d1");
    notices.hold("a", "d1");
    notices.hold("a", "d2");
    notices.forget("a", "d2");
    await notices.look();
    expect(state.told).toEqual([]);
    state.listening.add("d1");
    await notices.look();
    expect(state.told).toEqual(["d1"]);
  });
});
