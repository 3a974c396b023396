/** For tests: a device with frames of three messages, and the DBC that they are of. */

import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { MAX_BATCH_FRAMES } from "@canopy/contract/device-link/limits";
import type { CurveItem } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import type { OpenFrameStore } from "../../frames/store/open-frame-store.ts";
import { createLog } from "../../platform/log.ts";
import { createDbc } from "../../signals/dbc/keep-dbc.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../test-app.ts";

const TEST_DBC = `VERSION ""

BU_: ECU

BO_ 256 Engine: 8 ECU
 SG_ Speed : 0|16@1+ (0.25,-100) [0|8000] "rpm" ECU
 SG_ Torque : 23|12@0- (0.5,0) [0|0] "Nm" ECU

BO_ 512 Cells: 8 ECU
 SG_ Page M : 0|8@1+ (1,0) [0|0] "" ECU
 SG_ CellA m0 : 8|16@1+ (0.001,0) [0|0] "V" ECU
 SG_ CellB m1 : 8|16@1+ (0.001,0) [0|0] "V" ECU

BO_ 2566844926 CCVS: 8 ECU
 SG_ Wheel : 8|16@1+ (0.00390625,0) [0|250] "km/h" ECU

BA_DEF_ "ProtocolType" STRING;
BA_DEF_DEF_ "ProtocolType" "";
BA_ "ProtocolType" "J1939";
`;
/** 2566844926 without its highest bit: priority 6, group 65265, source FE. */
const CCVS_ID = 2566844926 - 0x80000000;

export const engineBytes = (speed: number, torque: number): Uint8Array => {
  const raw = torque & 0xfff;
  return Uint8Array.of(speed & 255, speed >> 8, raw >> 4, (raw & 15) << 4, 0, 0, 0, 0);
};

export interface SignalWorld {
  readonly app: TestApp;
  readonly store: OpenFrameStore;
  readonly manager: TestUser;
  readonly device: TestDevice;
  readonly dbcId: string;
  /** Stores frames of the device. */
  send(frames: FrameBatch): Promise<void>;
  /** Everything that was sent becomes segments. */
  settle(): Promise<void>;
  reference(signal: string, more?: Partial<SignalReference>): SignalReference;
  curves(
    fromUs: number,
    toUs: number,
    pixels: number,
    items: readonly SignalReference[],
    more?: { kept_only: boolean },
  ): Promise<CurveAnswer>;
  end(): Promise<void>;
}
export interface CurveAnswer {
  readonly pixel_us: number;
  readonly items: readonly CurveItem[];
}

const MESSAGES: Readonly<Record<string, { message_id: number; is_extended: boolean }>> = {
  Speed: { message_id: 256, is_extended: false },
  Torque: { message_id: 256, is_extended: false },
  CellA: { message_id: 512, is_extended: false },
  CellB: { message_id: 512, is_extended: false },
  Wheel: { message_id: CCVS_ID, is_extended: true },
};

/** With `work` jobs run; else they stay queued. */
export async function signalWorld({ work = false, dbc = TEST_DBC } = {}): Promise<SignalWorld> {
  const log = createLog("error");
  const app = await testApp({}, { work });
  const { store } = app;
  const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
  const { db } = app.database;
  const device = await testDevice(db, manager.tenantId);
  const given = { bytes: Buffer.from(dbc), remark: "", draft: false, author: "" };
  const dbcId = await createDbc(db, manager.tenantId, "test.dbc", given);
  const { bindingNumber, deviceId, tenantId } = device;
  const ingest = openIngest({ landing: store.landing, log, mayStore: () => true });
  let sequence = 0;
  return {
    app,
    store,
    manager,
    device,
    dbcId,
    async send(frames) {
      for (const part of partsOf(frames)) {
        sequence += 1;
        const batch = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5, sequence };
        await ingest.ingest({ ...batch, frames: part, raw: undefined });
      }
    },
    settle: () => store.settleAll(),
    reference: (signal, more = {}) => ({
      channel: 0,
      dbc_id: dbcId,
      ...(MESSAGES[signal] ?? { message_id: 0, is_extended: false }),
      signal,
      ...more,
    }),
    async curves(fromUs, toUs, pixels, items, more = { kept_only: false }) {
      const answer = await app.call(manager, {
        method: "POST",
        url: `/api/things/${device.thingsId}/signals/curves`,
        payload: { start_time: String(fromUs), end_time: String(toUs), pixels, items, ...more },
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().data;
    },
    async end() {
      await ingest.close();
      await app.close();
    },
  };
}

/** As many frames at a time as a terminal may send. */
function* partsOf(frames: FrameBatch): Generator<FrameBatch> {
  for (let from = 0; from < frames.length; from += MAX_BATCH_FRAMES) {
    const part = new FrameBatch();
    for (let i = from; i < Math.min(from + MAX_BATCH_FRAMES, frames.length); i += 1) part.pushFrom(frames, i);
    yield part;
  }
}

/** Frames of the other two messages. */
export function pushOthers(batch: FrameBatch, atUs: number, page: number, cell: number, wheel: number): void {
  batch.push(atUs + 1, 0, 512, 0, 8, Uint8Array.of(page, cell & 255, cell >> 8, 0, 0, 0, 0, 0));
  // Another source than the DBC says: it is the group that counts.
  batch.push(
    atUs + 2,
    0,
    CCVS_ID - 0xfe + 0x21,
    FLAG_EXTENDED,
    8,
    Uint8Array.of(0, wheel & 255, wheel >> 8, 0, 0, 0, 0, 0),
  );
}
