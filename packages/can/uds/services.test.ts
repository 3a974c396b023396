import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readExtendedDataRecords, readSnapshotRecords } from "./dtc-records.ts";
import { readReportParameters, requestShapeOf } from "./dtc-report-request.ts";
import { readReport } from "./dtc-report-response.ts";
import { decodeNegativeResponse, encodeNegativeResponse, isPermittedNegative } from "./negative-response.ts";
import { PayloadReader } from "./payload.ts";
import type { Decoded } from "./service.ts";
import { splitDataRecords } from "./services/read-data-by-identifier.ts";
import { serviceNameOf, UDS_SERVICES, type UdsServiceName } from "./services.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const byte = fc.nat(255);
const word = fc.nat(0xffff);
const low7 = fc.nat(0x7f);
const data = fc.uint8Array({ maxLength: 40 });
const suppressPositive = fc.boolean();
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const location = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }))
  .chain(([addressBytes, sizeBytes]) =>
    fc.record({
      addressBytes: fc.constant(addressBytes),
      sizeBytes: fc.constant(sizeBytes),
      address: fc.nat(256 ** addressBytes - 1),
      size: fc.nat(256 ** sizeBytes - 1),
    }),
  );
const transferRequest = fc.tuple(byte, location).map(([dataFormat, place]) => ({ dataFormat, ...place }));
const transferResponse = fc.record({
  maxBlockLength: fc.integer({ min: 3, max: 0xffff }),
  lengthBytes: fc.constantFrom(2, 3, 4),
});
const noise = fc.uint8Array({ minLength: 64, maxLength: 64 });
const report = fc.tuple(low7, noise).map(([subFunction, bytes]) => {
  const parameters = readReportParameters(requestShapeOf(subFunction), new PayloadReader(bytes));
  return { report: subFunction, ...parameters };
});
const block = fc.record({ counter: byte, data });
const control = fc.record({ identifier: word, controlParameter: byte, data });

/** One arbitrary pair per service: a service without one does not compile. */
const ARBITRARY: Record<UdsServiceName, [request: fc.Arbitrary<unknown>, response: fc.Arbitrary<unknown>]> = {
  diagnosticSessionControl: [
    fc.record({ session: low7, suppressPositive }),
    fc.record({
      session: byte,
      timing: maybe(fc.record({ p2Ms: word, p2StarMs: word.map((n) => n * 10) })),
    }),
  ],
  ecuReset: [
    fc.record({ resetType: low7, suppressPositive }),
    fc.record({ resetType: byte, powerDownTimeS: maybe(byte) }),
  ],
  clearDiagnosticInformation: [fc.record({ group: fc.nat(0xffffff), memorySelection: maybe(byte) }), fc.constant({})],
  readDtcInformation: [
    fc.tuple(report, suppressPositive).map(([request, suppress]) => ({ ...request, suppressPositive: suppress })),
    fc.tuple(low7, noise).map(([subFunction, bytes]) => {
      // Head sizes differ by one to four bytes: take the length that leaves whole entries.
      for (let length = 64; ; length--) {
        const reader = new PayloadReader(bytes.slice(0, length));
        const value = readReport(subFunction, reader);
        if (!reader.problem()) return value;
        if (reader.problem() === "tooLong") return readReport(subFunction, new PayloadReader(bytes.slice(0, 4)));
      }
    }),
  ],
  readDataByIdentifier: [
    fc.record({ identifiers: fc.array(word, { minLength: 1, maxLength: 8 }) }),
    fc.record({ identifier: word, data }),
  ],
  readMemoryByAddress: [location, fc.record({ data })],
  securityAccess: [
    fc.record({ accessType: low7, suppressPositive, data }),
    fc.record({ accessType: byte, seed: data }),
  ],
  communicationControl: [
    fc.record({ controlType: low7, suppressPositive, communicationType: byte, node: maybe(word) }),
    fc.record({ controlType: byte }),
  ],
  writeDataByIdentifier: [
    fc.record({ identifier: word, data: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
    fc.record({ identifier: word }),
  ],
  inputOutputControlByIdentifier: [control, control],
  routineControl: [
    fc.record({ controlType: low7, suppressPositive, routine: word, data }),
    fc.record({ controlType: byte, routine: word, data }),
  ],
  requestDownload: [transferRequest, transferResponse],
  requestUpload: [transferRequest, transferResponse],
  transferData: [block, block],
  requestTransferExit: [fc.record({ data }), fc.record({ data })],
  testerPresent: [fc.record({ suppressPositive }), fc.constant({})],
  controlDtcSetting: [fc.record({ settingType: low7, suppressPositive, data }), fc.record({ settingType: byte })],
};

interface AnyService {
  sid: number;
  encodeRequest(value: unknown): Uint8Array;
  decodeRequest(bytes: Uint8Array): Decoded<unknown>;
  encodeResponse(value: unknown): Uint8Array;
  decodeResponse(bytes: Uint8Array): Decoded<unknown>;
}

const all = Object.entries(UDS_SERVICES) as unknown as [UdsServiceName, AnyService][];

describe.each(all)("%s", (name, service) => {
  it("reads what it writes, both messages", () => {
    fc.assert(
      fc.property(ARBITRARY[name][0], (request) => {
        const encoded = service.encodeRequest(request);
        expect(encoded[0]).toBe(service.sid);
        expect(service.decodeRequest(encoded)).toEqual({ ok: true, value: request });
      }),
    );
    fc.assert(
      fc.property(ARBITRARY[name][1], (response) => {
        const encoded = service.encodeResponse(response);
        expect(encoded[0]).toBe(service.sid + 0x40);
        expect(service.decodeResponse(encoded)).toEqual({ ok: true, value: response });
      }),
    );
  });

  it("never throws on garbage, and writes back exactly what it accepts", () => {
    const garbage = fc.uint8Array({ maxLength: 20 });
    fc.assert(
      fc.property(garbage, (tail) => {
        const request = new Uint8Array([service.sid, ...tail]);
        const decoded = service.decodeRequest(request);
        if (decoded.ok) expect(service.encodeRequest(decoded.value)).toEqual(request);
        const answer = service.decodeResponse(new Uint8Array([service.sid + 0x40, ...tail]));
        if (answer.ok) expect(service.encodeResponse(answer.value)[0]).toBe(service.sid + 0x40);
        expect(service.decodeRequest(tail).ok && tail[0] !== service.sid).toBe(false);
      }),
    );
    expect(service.decodeRequest(new Uint8Array(0))).toEqual({ ok: false, problem: "tooShort" });
  });
});

it("reads every request and answer of the recorded flash session", () => {
  const file = new URL("../isotp/fixtures/own_uds_flash_11bit.json", import.meta.url);
  const { pdus }: { pdus: { dir: string; hex: string }[] } = JSON.parse(readFileSync(file, "utf8"));
  for (const { dir, hex } of pdus) {
    const message = bytes(hex);
    const [first = 0] = message;
    if (first === 0x7f) {
      const negative = decodeNegativeResponse(message);
      expect(negative.ok && isPermittedNegative(negative.value.sid, negative.value.code)).toBe(true);
      continue;
    }
    const name = serviceNameOf(dir === "req" ? first : first - 0x40);
    expect(name, hex).toBeDefined();
    if (!name) continue;
    const service = UDS_SERVICES[name];
    expect((dir === "req" ? service.decodeRequest(message) : service.decodeResponse(message)).ok, hex).toBe(true);
  }
});

it("reads a DTC list, snapshot and extended data", () => {
  const { readDtcInformation } = UDS_SERVICES;
  const list = readDtcInformation.decodeResponse(bytes("5902ff01230009c100112f95678708"));
  expect(list.ok && list.value).toEqual({
    report: 2,
    kind: "list",
    availabilityMask: 0xff,
    dtcs: [
      { dtc: 0x012300, status: 0x09 },
      { dtc: 0xc10011, status: 0x2f },
      { dtc: 0x956787, status: 0x08 },
    ],
  });
  const sizes = new Map([
    [0xf40c, 2],
    [0xf40d, 1],
  ]);
  expect(readSnapshotRecords(bytes("0102f40c1af8f40d32"), (did) => sizes.get(did))).toEqual({
    ok: true,
    value: [
      {
        record: 1,
        data: [
          { identifier: 0xf40c, value: bytes("1af8") },
          { identifier: 0xf40d, value: bytes("32") },
        ],
      },
    ],
  });
  expect(readSnapshotRecords(bytes("0102f40c1af8f40d32"), () => undefined)).toEqual({ ok: false, problem: "badField" });
  expect(readExtendedDataRecords(bytes("0105020a"), (record) => (record === 1 ? 1 : undefined))).toEqual({
    ok: true,
    value: [
      { record: 1, data: bytes("05") },
      { record: 2, data: bytes("0a") },
    ],
  });
});

it("splits the answer to several identifiers, by size or by the next identifier", () => {
  const answer = bytes("62f195342e31372e3030f18c534e3030303132333435");
  const wanted = [
    { identifier: 0xf195, data: bytes("342e31372e3030") },
    { identifier: 0xf18c, data: bytes("534e3030303132333435") },
  ];
  expect(splitDataRecords(answer, [0xf195, 0xf18c])).toEqual({ ok: true, value: wanted });
  expect(splitDataRecords(answer, [0xf195, 0xf18c], (did) => (did === 0xf195 ? 7 : 10))).toEqual({
    ok: true,
    value: wanted,
  });
  expect(splitDataRecords(answer, [0xf18c, 0xf195]).ok).toBe(false);
  expect(splitDataRecords(bytes("620001000200020001"), [1, 2]).ok).toBe(false);
});

it("writes and reads negative responses", () => {
  expect(encodeNegativeResponse({ sid: 0x22, code: 0x31 })).toEqual(bytes("7f2231"));
  expect(decodeNegativeResponse(bytes("7f22"))).toEqual({ ok: false, problem: "tooShort" });
  expect(isPermittedNegative(0x22, 0x73)).toBe(false);
  expect(isPermittedNegative(0x36, 0x73)).toBe(true);
});
