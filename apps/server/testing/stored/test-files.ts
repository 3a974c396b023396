import { createHash, randomBytes } from "node:crypto";
import type { BegunUpload } from "@canopy/contract/files/uploads";
import { PIECE_BYTES } from "@canopy/contract/files/uploads";
import { expect } from "vitest";
import type { TestDevice } from "../terminals/test-device.ts";
import type { TestApp, TestUser } from "../test-app.ts";

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Bytes that no other file has. */
export const someBytes = (length: number): Buffer => randomBytes(length);

export function sendPiece(world: TestApp, upload: string, offset: number, payload: Buffer) {
  return world.call(null, {
    method: "PUT",
    url: `/api/file-uploads/${upload}?offset=${offset}`,
    payload,
    headers: { "content-type": "application/octet-stream" },
  });
}

export function beginFromDevice(world: TestApp, { deviceId, key }: TestDevice, file: object) {
  return world.call(null, {
    method: "POST",
    url: "/api/device/files",
    payload: { device_id: deviceId, key, ...file },
  });
}

/** A whole file of a terminal, by HTTP. */
export async function sentByDevice(
  world: TestApp,
  device: TestDevice,
  name: string,
  bytes: Buffer,
): Promise<BegunUpload> {
  const begun = await beginFromDevice(world, device, { name, size: bytes.length, sha256: sha256Of(bytes) });
  expect(begun.statusCode, begun.body).toBe(200);
  let { data } = begun.json<{ data: BegunUpload }>();
  const { upload } = data;
  while (data.state === "receiving") {
    const piece = bytes.subarray(data.received, data.received + PIECE_BYTES);
    const sent = await sendPiece(world, upload, data.received, piece);
    expect(sent.statusCode, sent.body).toBe(200);
    data = { ...sent.json().data, upload };
  }
  return data;
}

/** Paths below the calls of the caller's tenant. */
export const filesUrl = ({ tenantId }: TestUser, path: string) => `/api/single/things-file-mgmt/${tenantId}/${path}`;
