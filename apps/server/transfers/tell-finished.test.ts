import { describe, expect, it } from "vitest";
import type { NewUserMessage } from "../messages/user-message-store.ts";
import { LONG_WORK_MS, tellFinished } from "./tell-finished.ts";

const task = { type: "download", name: "EV-01", thingsId: "d1", tenantId: "t1", userId: "u1" } as const;

describe("a message of finished work", () => {
  it("leads to the history of its device [MSG-01]", async () => {
    const sent: NewUserMessage[] = [];
    await tellFinished(async (_, message) => void sent.push(message), { ...task, tookMs: LONG_WORK_MS });
    expect(sent.map(({ link }) => link)).toEqual(["/Container/HomePage/DeviceDetails?id=d1&tab=data&sub=history"]);
  });

  it("is not sent of short work, nor to nobody [MSG-01]", async () => {
    const sent: NewUserMessage[] = [];
    const tell = async (_: unknown, message: NewUserMessage) => void sent.push(message);
    await tellFinished(tell, { ...task, tookMs: LONG_WORK_MS - 1 });
    await tellFinished(tell, { ...task, userId: null, tookMs: LONG_WORK_MS });
    expect(sent).toEqual([]);
  });
});
