import { randomInt, randomUUID } from "node:crypto";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { ONE_WAVE } from "@canopy/contract/firmware/waves";
import { type Endpoint, isBinary } from "@canopy/contract/platform/endpoint";
import { type ResourceKind, resourceFields } from "@canopy/contract/platform/resource";
import { z } from "zod";
import { signForSimulators, simulatorPublicKey } from "../../../simulator/terminal/firmware-key.ts";
import { STANDARD_STEPS } from "../../diagnosis/packages/flow-routes.ts";
import { smallDbc } from "../worlds/test-dbc.ts";
import { TEST_IMAGE } from "../worlds/test-firmware.ts";
import { TEST_MANIFEST, TEST_PACKAGE_SIGNATURE } from "../worlds/test-flashing.ts";
import { newDeviceId } from "./test-device.ts";

type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  minLength?: number;
  default?: unknown;
};

/** The tenant that the system manager's calls are about. */
export const OPERATED_TENANT = "operated tenant";

/** A file that every tenant of the matrix has. */
export const KNOWN_TENANT_FILE = "matrix.txt";

/** A file on the card of a device of the matrix. */
export const KNOWN_CARD_FILE = "CAN1_0001.rec";

/** Values a test uses where the schema alone does not determine a valid one: of a field, or of one endpoint's field. */
const KNOWN_VALUES: Record<string, () => unknown> = {
  destination: () => "13800000000",
  phone: () => `1${randomInt(10 ** 10)}`.padEnd(11, "0"),
  attribute: () => ({ systemLanguage: "中文" }),
  // Names are often unique, and a tenant of the matrix is used by many calls.
  name: () => `n_${randomUUID().slice(0, 8)}`,
  owner_name: () => `n_${randomUUID().slice(0, 8)}`,
  third_things_id: newDeviceId,
  vin: () => randomUUID().replaceAll("-", "").toUpperCase().slice(0, 17),
  devices: () => [newDeviceId()],
  password: () => "Right-2026",
  start_time: () => 0,
  end_time: Date.now,
  until_time: () => null,
  from_time: () => Date.now() - 60_000,
  to_time: Date.now,
  config: () => ({
    can: [],
    record: { mode: "continuous", file_size_mb: 1 },
    gps: { enabled: true, period_s: 1 },
    upload: { cache: 1 },
  }),
  frames: () => [{ channel: 0, id: 1 }],
  clock: () => ({ every: "day", hour: 2, zone: "UTC" }),
  items: () => [unknownSignal()],
  panels: () => [{ name: "Panel 1", items: [{ ...unknownSignal(), colour: 1 }] }],
  conditions: () => [{ kind: "frame", is_extended: false, id_from: 1, id_to: 1, operator: "seen" }],
  widgets: () => [],
  lasts_ms: () => 3_600_000,
  share_id: () => randomUUID(),
  shape: () => ({ kind: "circle", centre: { latitude: 31, longitude: 121 }, radius_m: 100 }),
  formula: () => "x",
  to: () => "someone@example.com",
  targets: () => ["someone@example.com"],
  provider: () => "smtp",
  settings: () => ({ host: "127.0.0.1", port: "25", security: "none", from: "canopy@example.com" }),
  signals: () => [unknownSignal()],
  inputs: () => [{ name: "x", signal: unknownSignal() }],
  file_name: () => `n_${randomUUID().slice(0, 8)}.dbc`,
  content_base64: () => Buffer.from(smallDbc()).toString("base64"),
  // Searches of all devices would go on behind the matrix.
  "alarms.startAlarmSearch.scope": () => ({ kind: "label", id: randomUUID() }),
  "capacity.setTenantPackage.content": () => UNLIMITED_PACKAGE,
  "panels.importPanel.file": () => ({ format: "canopy-panel", version: 1, name: "n", widgets: [] }),
  "devices.keepTransmissions.ids": () => ["unknown"],
  "frames.eraseTenant.name": () => OPERATED_TENANT,
  "accounts.updateProfile.nick_name": () => "nick",
  "accounts.updateProfile.job": () => "engineer",
  // The customisation is the manager's alone.
  attribute_type: () => "userConfig",
  issuer: () => "https://id.example.com",
  "accounts.setOidc.client_secret": () => "a secret",
  "accounts.setLoginProvider.app_id": () => "wx1",
  "accounts.setLoginProvider.secret": () => "a secret",
  "accounts.setLoginProvider.sign_in_url": () => "https://weixin.example/connect",
  "accounts.setLoginProvider.api_url": () => "https://weixin.example",
  // Refused without a look-up.
  "accounts.checkOidc.issuer": () => "https://127.0.0.1:9/",
  "lake.setSchedule.frames": () => true,
  "lake.setSchedule.signals": () => true,
  "alarms.setNoticeTemplate.zh": () => ({ subject: "{headline}", text: "{headline}" }),
  "files.deleteTenantFile.name": () => KNOWN_TENANT_FILE,
  "firmware.addFirmwareKey.public_key": () => Buffer.from(simulatorPublicKey()).toString("base64"),
  "firmware.beginFirmwareImage.version": () => TEST_IMAGE.version,
  "firmware.beginFirmwareImage.size": () => TEST_IMAGE.size,
  "firmware.beginFirmwareImage.sha256": () => TEST_IMAGE.sha256,
  "firmware.beginFirmwareImage.signature": () => signForSimulators(TEST_IMAGE),
  "firmware.createRollout.when": () => "at",
  "firmware.createRollout.start_at": () => Date.now() + 3_600_000,
  "firmware.createRollout.waves": () => ONE_WAVE,
  "campaigns.create.when": () => "at",
  "campaigns.create.start_at": () => Date.now() + 3_600_000,
  "campaigns.create.waves": () => ONE_WAVE,
  "firmware.actOnRollout.action": () => "stop",
  url: () => "https://hooks.example.com/canopy",
  source: () => ({ kind: "positions" }),
  // Refused without a look-up.
  "push.testPush.url": () => "http://127.0.0.1:9/",
  "diagnosis.runJob.settings": () => ({ physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df }),
  "diagnosis.runJob.steps": () => [{ data: "3E00" }],
  "diagnosis.saveSequence.steps": () => [{ data: "3E00" }],
  "flash.uploadPackage.base_address": () => 0,
  "flash.signPackage.manifest": () => TEST_MANIFEST,
  "flash.signPackage.signature": () => TEST_PACKAGE_SIGNATURE,
  "flash.createFlow.steps": () => STANDARD_STEPS,
  "flash.updateFlow.steps": () => STANDARD_STEPS,
  "flash.createRun.vin": () => "LCN00000000000001",
  "flash.act.action": () => "check",
  "diagnosis.setDtcCode.code": () => "P0100",
  "diagnosis.deleteDtcCode.code": () => "P0100",
  "diagnosis.importDtcCodes.content_base64": () => Buffer.from("P0100,x").toString("base64"),
  "diagnosis.importEcuDefinitions.content_base64": () => Buffer.from("id,name\nF190,VIN").toString("base64"),
  "diagnosis.tryUnlockFile.seed": () => "01",
  unlock_base64: () => Buffer.from('{"levels":{"1":[{"op":"not"}]}}').toString("base64"),
  "files.startRecalls.names": () => [KNOWN_CARD_FILE],
  "signals.findSignals.end_time": () => "1000",
  "signals.findSignals.target": () => ({ way: "windows", a: { from: "0", to: "1" }, b: { from: "0", to: "1" } }),
  "files.readGaps.start_time": () => Date.now() - 60_000,
  "orders.moveOrder.move": () => "withdraw",
  "statistics.readFleetStatistics.from_day": () => 0,
  "statistics.readFleetStatistics.to_day": () => 0,
  "statistics.exportFleetDays.from_day": () => 0,
  "statistics.exportFleetDays.to_day": () => 0,
  csv: () => `name,third_things_id\nimported,${newDeviceId()}`,
};

/** Bodies of bytes that a call reads at once. */
const KNOWN_BYTES: Record<string, string> = {
  "orders.sendPicture": "GIF89a",
  "places.importTrack":
    '<gpx><trk><trkseg><trkpt lat="31" lon="121"><time>2024-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>',
};

/**
 * Of a DBC that does not exist: such a call answers that it is gone. As part of a strategy it is the signal of
 * `smallDbc`.
 */
const unknownSignal = () => ({
  channel: 0,
  dbc_id: randomUUID(),
  message_id: 256,
  is_extended: false,
  signal: "Speed",
});

export interface SampleInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | Buffer | undefined;
}

/** The smallest input that an endpoint takes, with ids of resources put in by kind. */
export function sampleInput(endpoint: Endpoint, idFor: (kind: ResourceKind) => string): SampleInput {
  return {
    params: objectSample(endpoint.params, endpoint.name, idFor) ?? {},
    query: objectSample(endpoint.query, endpoint.name, idFor) ?? {},
    body: isBinary(endpoint.body)
      ? Buffer.from(KNOWN_BYTES[endpoint.name] ?? "x")
      : objectSample(endpoint.body, endpoint.name, idFor),
  };
}

function objectSample(schema: z.ZodType | undefined, endpoint: string, idFor: (kind: ResourceKind) => string) {
  if (!schema) return undefined;
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const kinds = resourceFields(schema);
  const sample: Record<string, unknown> = {};
  for (const [field, property] of Object.entries(json.properties ?? {})) {
    const kind = kinds[field];
    const own = KNOWN_VALUES[`${endpoint}.${field}`]?.();
    if (own !== undefined) sample[field] = own;
    else if (kind) sample[field] = property.type === "array" ? [idFor(kind)] : idFor(kind);
    else if (json.required?.includes(field)) sample[field] = fieldSample(field, property);
  }
  return sample;
}

function fieldSample(field: string, property: JsonSchema): unknown {
  const known = KNOWN_VALUES[field]?.();
  if (known === undefined) return valueSample(property);
  return property.type === "string" ? String(known) : known;
}

function valueSample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return valueSample(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "x".repeat(Math.max(1, schema.minLength ?? 1));
  }
}

/** The address of a sample: places filled, query appended. */
export function sampleUrl(base: string, endpoint: Endpoint, input: SampleInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(input.params[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query)) query.set(name, String(value));
  return `${endpoint.base === "root" ? "" : base}${path}?${query}`;
}
