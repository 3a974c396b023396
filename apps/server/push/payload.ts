import { createHash } from "node:crypto";
import { type PushFields, renderTemplate } from "@canopy/contract/push/template";

export interface PushedDevice {
  readonly thingsId: string;
  /** Of the terminal. */
  readonly deviceId: string;
  readonly name: string;
}

/** Data of a device that a rule forwards. */
export interface PushedData {
  /** Names it among the data of the device: the same data has the same key. */
  readonly key: string;
  readonly type: string;
  readonly atUs: number;
  /** `signals`, `position`, `event` or `file`. */
  readonly content: PushFields;
}

interface RenderingRule {
  readonly id: string;
  readonly name: string;
  readonly template: string;
}

export interface NewDelivery {
  readonly thingsId: string;
  readonly messageId: string;
  readonly type: string;
  readonly atUs: number;
  readonly body: string;
}

export function deliveryOf(rule: RenderingRule, device: PushedDevice, data: PushedData): NewDelivery {
  const messageId = messageIdOf(rule.id, device.thingsId, data.type, data.key);
  const fields = {
    id: messageId,
    type: data.type,
    time: Math.floor(data.atUs / 1000),
    rule: { id: rule.id, name: rule.name },
    device: { id: device.deviceId, name: device.name, things_id: device.thingsId },
    ...data.content,
  };
  const { type, atUs } = data;
  return { thingsId: device.thingsId, messageId, type, atUs, body: renderTemplate(rule.template, fields) };
}

/** A UUID of version 8 (RFC 9562): made of what it names. */
function messageIdOf(...parts: readonly string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
