import { readFileSync } from "node:fs";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../packages/can/j1939/fixtures/${name}`, import.meta.url), "utf8");
const golden: { tp: { pgn: number; sa: number; da: number; hex: string }[] } = JSON.parse(fixture("own_j1939.json"));
const SHIFT_US = Date.now() * 1000 - 7_200_000_000 - 1_700_001_000_000_000;

describe("J1939 messages of several frames in the history [UDS-06]", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store, work: true });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(world.database.db, manager.tenantId);
    const frames = new FrameBatch();
    for (const line of fixture("own_j1939.log").trim().split("\n")) {
      const [, s, us, id = "", hex = ""] = /\((\d+)\.(\d{6})\) can0 ([0-9A-F]+)#([0-9A-F]*)/.exec(line) ?? [];
      const data = new Uint8Array(Buffer.from(hex, "hex"));
      const timeUs = Number(s) * 1e6 + Number(us) + SHIFT_US;
      frames.push(timeUs, 0, Number.parseInt(id, 16), FLAG_EXTENDED, data.length, data);
    }
    const ingest = engines.ingest({ clock: systemClock });
    const { bindingNumber, deviceId, tenantId } = device;
    const of = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5, sequence: 1, raw: undefined };
    await ingest.ingest({ ...of, frames });
    await ingest.close();
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  async function page(query: string): Promise<{ list: StoredFrameRow[]; newer: string | null }> {
    const answer = await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/frames?${query}` });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  const joinedOf = (rows: readonly StoredFrameRow[]) =>
    rows.flatMap(({ joined }) =>
      joined ? [[(joined.id >>> 8) & 0xffff, joined.id & 255, joined.data.toLowerCase()]] : [],
    );
  const wanted = golden.tp.map(({ pgn, sa, da, hex }) => [pgn === 0xef00 ? pgn + da : pgn, sa, hex]);

  it("stand with their last packet, as the golden answers have them", async () => {
    const { list } = await page("page_size=1000");
    expect(joinedOf(list)).toEqual(wanted);
    for (const { joined, id } of list) if (joined) expect((id >>> 16) & 255).toBe(0xeb);
  });

  it("are whole where a page begins or ends among their packets, and where a filter leaves their heads out", async () => {
    const rows: StoredFrameRow[] = [];
    let next: string | null = "";
    while (next !== null) {
      const found = await page(`page_size=7${next ? `&cursor=${next}` : ""}`);
      rows.push(...found.list);
      next = found.newer;
    }
    expect(joinedOf(rows)).toEqual(wanted);
    const packets = {
      ids: [
        { from: 0x18eb0000, to: 0x18ebffff },
        { from: 0x1ceb0000, to: 0x1cebffff },
      ],
    };
    const { list } = await page(`page_size=1000&filters=${encodeURIComponent(JSON.stringify(packets))}`);
    expect(joinedOf(list)).toEqual(wanted);
  });
});
