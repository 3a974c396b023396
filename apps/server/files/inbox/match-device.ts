import { DEVICE_SERIAL_BYTES } from "@canopy/contract/devices/device-id";
import { fileErrors } from "@canopy/contract/files/errors";
import type { InboxRule } from "@canopy/contract/files/inbox";
import { type Capture, capturesIn, type InboxPattern, parsePattern } from "@canopy/contract/files/inbox-pattern";

export interface InboxDevice {
  readonly thingsId: string;
  readonly deviceId: string;
  readonly name: string;
}

export type Match =
  | { readonly kind: "device"; readonly rule: number; readonly device: InboxDevice }
  | { readonly kind: "none"; readonly rule: number | null; readonly code: string; readonly detail: string };

const SERIAL_DIGITS = 2 * DEVICE_SERIAL_BYTES;

/** The word by which a device is known in paths; letters of any case, zeros before a serial may be missing. */
const keyOf = (capture: Capture, text: string): string =>
  capture === "serial" ? text.toUpperCase().padStart(SERIAL_DIGITS, "0") : text.toLowerCase();

const wordOf = (capture: Capture, { deviceId, name }: InboxDevice): string =>
  capture === "name" ? name : capture === "id" ? deviceId : deviceId.slice(-SERIAL_DIGITS);

/** Says which device a file belongs to, by the rules and devices of a tenant. */
export class DeviceMatcher {
  readonly #rules: readonly { readonly rule: InboxRule; readonly pattern: InboxPattern | undefined }[];
  readonly #devices: readonly InboxDevice[];
  /** Made when a rule asks for it: a tenant has up to 10,000 devices. */
  readonly #known = new Map<Capture, Map<string, InboxDevice[]>>();

  constructor(rules: readonly InboxRule[], devices: readonly InboxDevice[]) {
    this.#rules = rules.map((rule) => ({ rule, pattern: parsePattern(rule.pattern) }));
    this.#devices = devices;
  }

  /** By the first rule that leads to a device; else why the first that fits does not. */
  match(path: string): Match {
    let failed: Match | undefined;
    for (const [
      rule,
      {
        rule: { things_id },
        pattern,
      },
    ] of this.#rules.entries()) {
      const captured = pattern === undefined ? [] : capturesIn(pattern, path);
      if (pattern === undefined || captured.length === 0) continue;
      const found = captured.map((text) => this.#devicesOf(pattern.capture, text, things_id));
      const one = found.find(({ length }) => length === 1)?.[0];
      if (one !== undefined) return { kind: "device", rule, device: one };
      const isTwice = found.some(({ length }) => length > 1);
      const code = (isTwice ? fileErrors.inboxTwoDevices : fileErrors.inboxNoDevice).code;
      failed ??= { kind: "none", rule, code, detail: captured[0] ?? "" };
    }
    return failed ?? { kind: "none", rule: null, code: fileErrors.inboxNoRule.code, detail: "" };
  }

  #devicesOf(capture: Capture | undefined, text: string, thingsId: string | null): readonly InboxDevice[] {
    if (capture === undefined) return this.#devices.filter((device) => device.thingsId === thingsId);
    let known = this.#known.get(capture);
    if (known === undefined) {
      known = Map.groupBy(this.#devices, (device) => keyOf(capture, wordOf(capture, device)));
      this.#known.set(capture, known);
    }
    return known.get(keyOf(capture, text)) ?? [];
  }
}
