import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEVICE_SERIAL_BYTES, deviceId, deviceIdOf, deviceIdProblem } from "./device-id.ts";

const serials = fc.uint8Array({ minLength: DEVICE_SERIAL_BYTES, maxLength: DEVICE_SERIAL_BYTES });

describe("a device ID", () => {
  it("is right exactly when its first byte is the sum of the others modulo 256 [DEV-02]", () => {
    fc.assert(
      fc.property(serials, fc.nat(255), (serial, first) => {
        const id = deviceIdOf(serial);
        expect(deviceIdProblem(id)).toBeUndefined();
        const other = first.toString(16).padStart(2, "0").toUpperCase() + id.slice(2);
        expect(deviceIdProblem(other)).toBe(other === id ? undefined : "checksum");
      }),
    );
  });

  it("fits examples reckoned by hand [DEV-02]", () => {
    expect(deviceIdProblem("2D010203040506070809")).toBeUndefined();
    expect(deviceIdProblem("F7FFFFFFFFFFFFFFFFFF")).toBeUndefined();
    expect(deviceIdProblem("00000000000000000000")).toBeUndefined();
    expect(deviceIdProblem("2E010203040506070809")).toBe("checksum");
  });

  it("has 20 characters of 0-9 and upper-case A-F, nothing else [DEV-02]", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(deviceIdProblem(text)).toBe("format");
      }),
    );
    expect(deviceIdProblem("2d010203040506070809")).toBe("format");
  });

  it("is refused with the tip or as an invalid device [DEV-02]", () => {
    const problemOf = (text: string) => deviceId.safeParse(text).error?.issues.map((issue) => issue.message);
    expect(problemOf("2D010203040506070809")).toBeUndefined();
    expect(problemOf("2d010203040506070809")).toEqual(["devices.idFormat"]);
    expect(problemOf("2D0102030405060708")).toEqual(["devices.idFormat"]);
    expect(problemOf("2E010203040506070809")).toEqual(["devices.idInvalid"]);
  });
});
