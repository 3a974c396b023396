import { formatHex } from "@canopy/can/bytes/hex";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { protocolVector, protocolVectors } from "../../../apps/server/testing/protocol-page.ts";
import { decodeCandtuFields, encodeCandtuFields } from "./candtu-packet.ts";
import { decodeCandtuRaw, encodeCandtuRaw } from "./candtu-records.ts";
import { candtuDownTopics, candtuUpTopic, readCandtuUpTopic } from "./candtu-topics.ts";
import { CHANNELS_END, channelKind } from "./channels.ts";
import { deviceConfig } from "./config.ts";
import { eventMessage, logMessage } from "./events.ts";
import { filesMessage } from "./files.ts";
import { firmwareMessage } from "./firmware.ts";
import { flashMessage } from "./flash/flash-message.ts";
import { gpsMessage } from "./gps.ts";
import { methods, NOTICES } from "./methods.ts";
import { pointsMessage } from "./points.ts";
import { configMessage, replyMessage, requestMessage } from "./requests.ts";
import { statusMessage } from "./status.ts";
import { udsMessage } from "./uds-job.ts";

const SCHEMAS: Record<string, z.ZodType> = {
  "up/gps": gpsMessage,
  "up/points": pointsMessage,
  "up/status": statusMessage,
  "up/event": eventMessage,
  "up/log": logMessage,
  "up/files": filesMessage,
  "up/firmware": firmwareMessage,
  "up/uds": udsMessage,
  "up/flash": flashMessage,
  "up/reply": replyMessage,
  "down/request": requestMessage,
  "down/config": configMessage,
};

function framesOf(batch: FrameBatch) {
  return Array.from({ length: batch.length }, (_, i) => ({ ...batch.at(i), data: formatHex(batch.at(i).data) }));
}

describe("the messages of docs/device-protocol.md", () => {
  const withJson = protocolVectors().filter(({ json }) => json !== undefined);

  it.each(withJson.map((vector) => [vector.name, vector] as const))(
    "%s is as its schema says [DEV-12]",
    (_, vector) => {
      const read = SCHEMAS[vector.topic]?.safeParse(vector.json);
      expect(read?.success).toBe(vector.bad === undefined);
      if (vector.bad === undefined) expect(read?.data).toMatchObject(vector.json as object);
    },
  );

  it("every request on the page has params that its method knows [DEV-12]", () => {
    const requests = withJson
      .filter(({ topic }) => topic === "down/request")
      .map(({ json }) => requestMessage.parse(json));
    for (const { method, params, deadline } of requests) {
      const known = Object.entries(methods).find(([name]) => name === method)?.[1];
      expect(known?.params.safeParse(params).success, method).toBe(true);
      expect(deadline === undefined).toBe(NOTICES.some((notice) => notice === method));
    }
  });

  it("the configuration on the page is one [DEV-05]", () => {
    const { config } = configMessage.parse(protocolVector("config").json);
    expect(deviceConfig.safeParse(config).success).toBe(true);
  });

  it("an encoder gives the bytes of the page [DEV-12]", () => {
    const { frames, payload, epoch, sequence } = protocolVector("cb1-classic");
    const batch = new FrameBatch();
    for (const { data, ...frame } of frames) batch.pushFrame({ ...frame, data: Buffer.from(data, "hex") });
    expect(encodeCb1(batch, { epoch, sequence })).toEqual({ ok: true, value: new Uint8Array(payload) });
  });
});

describe("channels", () => {
  it("LIN, digital and analogue inputs are channels by their number [DAT-09]", () => {
    expect([0, 31, 32, 47, 48, 63, 64, 79].map(channelKind)).toEqual([
      "can",
      "can",
      "lin",
      "lin",
      "digital",
      "digital",
      "analogue",
      "analogue",
    ]);
    expect(channelKind(CHANNELS_END)).toBeUndefined();
  });
});

describe("the configuration of a terminal", () => {
  const { config } = configMessage.parse(protocolVector("config").json);
  const withRecord = (change: object) => ({ ...config, record: { mode: "continuous", file_size_mb: 64, ...change } });

  it.each([
    ["file size 0", withRecord({ file_size_mb: 0 })],
    ["file size 513", withRecord({ file_size_mb: 513 })],
    ["record time 0", withRecord({ record_time_s: 0 })],
    ["timer 9", withRecord({ timed: { period_ms: 9 } })],
    ["custom data of 9 bytes", withRecord({ timed: { period_ms: 10, custom_data: "00".repeat(9) } })],
    ["GPS period 1801", { ...config, gps: { enabled: true, period_s: 1801 } }],
    ["cache 0", { ...config, upload: { cache: 0 } }],
    [
      "quotas of 101 %",
      {
        ...config,
        quotas: [
          { source: 0, percent: 100 },
          { source: "gps", percent: 1 },
        ],
      },
    ],
    ["port 0", { ...config, links: [{ enabled: true, host: "a", remote_port: 0, timeout_ms: 500 }] }],
    ["timeout 499", { ...config, links: [{ enabled: true, host: "a", remote_port: 1, timeout_ms: 499 }] }],
  ])("%s is out of range [DEV-05]", (_, wrong) => {
    expect(deviceConfig.safeParse(wrong).success).toBe(false);
  });
});

describe("candtu", () => {
  const ADDRESS = { owner: "tenant", type: "candtu", deviceId: "2D010203040506070809" };

  it("records of the page are read and written, in Beijing's time [DEV-12]", () => {
    const { payload, frames } = protocolVector("candtu-raw");
    const batch = new FrameBatch();
    expect(decodeCandtuRaw(payload, batch)).toEqual({ ok: true, value: { save: true, baseMs: 1_700_000_000_000 } });
    expect(framesOf(batch)).toEqual(frames);
    expect(formatHex(encodeCandtuRaw(batch, 1_700_000_000_000))).toBe(formatHex(payload));
  });

  it("a cut or altered payload gives a problem and no frames [DEV-12]", () => {
    const { payload } = protocolVector("candtu-raw");
    fc.assert(
      fc.property(fc.nat(payload.length - 1), fc.nat(255), fc.nat(payload.length), (at, byte, length) => {
        const altered = Buffer.from(payload.subarray(0, length));
        if (at < length) altered[at] = byte;
        const batch = new FrameBatch();
        const result = decodeCandtuRaw(altered, batch);
        expect(result.ok || batch.length === 0).toBe(true);
      }),
    );
  });

  it("text messages of the page are read and written [DEV-12]", () => {
    const texts = protocolVectors().filter(({ fields }) => Object.keys(fields).length > 0);
    expect(texts.length).toBeGreaterThan(5);
    for (const { payload, fields } of texts) {
      expect(decodeCandtuFields(payload)).toEqual(fields);
      expect(Buffer.from(encodeCandtuFields(fields)).equals(payload)).toBe(true);
    }
  });

  it("any words survive, anything else is undefined [DEV-12]", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(fc.dictionary(word, word), (fields) => {
        expect(decodeCandtuFields(encodeCandtuFields(fields))).toEqual({ ...fields });
      }),
    );
    expect(decodeCandtuFields(Buffer.from("no"))).toBeUndefined();
    expect(decodeCandtuFields(Buffer.from([0, 0xff, 0xfe, 0]))).toBeUndefined();
    expect(decodeCandtuFields(Buffer.from("\0key"))).toBeUndefined();
  });

  it("a topic is read only below one's own address [DEV-12]", () => {
    expect(readCandtuUpTopic(ADDRESS, candtuUpTopic(ADDRESS, "data", "engine"))).toEqual({
      kind: "data",
      name: "engine",
    });
    expect(readCandtuUpTopic(ADDRESS, candtuUpTopic({ ...ADDRESS, owner: "other" }, "raw"))).toBeUndefined();
    expect(readCandtuUpTopic(ADDRESS, `${candtuUpTopic(ADDRESS, "raw")}/x`)).toBeUndefined();
    expect(candtuDownTopics(ADDRESS)).toContain("/s2d/d/tenant/candtu/2D010203040506070809");
  });
});
