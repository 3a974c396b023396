import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { expect, it } from "vitest";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { ResolvedSignal } from "../../signals/bindings/resolve-signals.ts";
import { readScriptData } from "./read-script-data.ts";

const DBC = `VERSION ""

BU_: A

BO_ 256 Front: 8 A
 SG_ S : 0|8@1+ (1,0) [0|0] "" A
 SG_ T : 8|8@1+ (1,0) [0|0] "" A

BO_ 2147483904 Wide: 8 A
 SG_ S : 0|8@1+ (1,0) [0|0] "" A
`;

it("keeps frames of one identifier apart by channel and format [TST-01]", async () => {
  const { dbc } = parseDbc(DBC);
  const [front, wide] = dbc.messages;
  if (!front || !wide) throw new Error("two messages");
  const rear = { ...front, name: "Rear" };
  const of = (channel: number, message: typeof front, at: number) =>
    ({ channel, dbc, message, signal: message.signals[at] }) as unknown as ResolvedSignal;
  const frames: Pick<FrameReader, "samples"> = {
    samples: async ({ channel, message, withPayloads }) => {
      const payloads = withPayloads ? [Uint8Array.of(channel ?? 0, message.isExtended ? 1 : 0)] : undefined;
      return {
        timesUs: Float64Array.of(1000),
        values: [Float64Array.of(7)],
        payloads,
        more: false,
      } as unknown as Awaited<ReturnType<FrameReader["samples"]>>;
    },
  };
  const read = { bindingNumber: 1, fromUs: 0, toUs: 2000 };
  const signals = [of(0, front, 0), of(0, front, 1), of(1, rear, 0), of(0, wide, 0)];
  const data = await readScriptData(frames, signals, read, AbortSignal.timeout(1000));
  expect(Object.keys(data.signals)).toEqual(["Front.S", "Front.T", "Rear.S", "Wide.S"]);
  expect(data.frames).toMatchObject([
    { channel: 0, id: 256, isExtended: false, signals: ["Front.S", "Front.T"] },
    { channel: 1, id: 256, isExtended: false, signals: ["Rear.S"] },
    { channel: 0, id: 256, isExtended: true, signals: ["Wide.S"] },
  ]);
  expect(data.frames.map(({ data: bytes }) => [...bytes.subarray(0, 2)])).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
  ]);
});
