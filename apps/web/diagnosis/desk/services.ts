import type { TextKey } from "../../platform/i18n.ts";
import type {} from "./desk-texts.ts";

/** A parameter of a request: bytes in hexadecimal. */
export interface ServiceField {
  readonly key: string;
  readonly label: TextKey;
  readonly initial: string;
  /** Ready values; others can be typed. */
  readonly choices?: readonly string[];
  /** In bytes; absent: any number, also none. */
  readonly bytes?: number;
}

export interface DeskService {
  readonly sid: string;
  readonly title: TextKey;
  /** It changes something in the vehicle: asked once per session. */
  readonly warns?: true;
  readonly fields: readonly ServiceField[];
}

const sub = (label: TextKey, initial: string, choices: readonly string[]): ServiceField => ({
  key: "sub",
  label,
  initial,
  choices,
  bytes: 1,
});
const did: ServiceField = { key: "did", label: "diagnosis.field.identifier", initial: "F190", bytes: 2 };
const data = (label: TextKey = "diagnosis.field.data"): ServiceField => ({ key: "data", label, initial: "" });

/** UDS-01: the services of the builder, in the order of ISO 14229-1. */
export const DESK_SERVICES: readonly [DeskService, ...DeskService[]] = [
  { sid: "10", title: "diagnosis.service.s10", fields: [sub("diagnosis.field.session", "03", ["01", "02", "03"])] },
  {
    sid: "11",
    title: "diagnosis.service.s11",
    warns: true,
    fields: [sub("diagnosis.field.reset", "01", ["01", "02", "03"])],
  },
  {
    sid: "14",
    title: "diagnosis.service.s14",
    warns: true,
    fields: [{ key: "group", label: "diagnosis.field.group", initial: "FFFFFF", bytes: 3 }],
  },
  {
    sid: "19",
    title: "diagnosis.service.s19",
    fields: [sub("diagnosis.field.report", "02", ["01", "02", "04", "06", "0A"]), { ...data(), initial: "FF" }],
  },
  { sid: "22", title: "diagnosis.service.s22", fields: [did, data("diagnosis.field.moreIdentifiers")] },
  {
    sid: "27",
    title: "diagnosis.service.s27",
    fields: [sub("diagnosis.field.level", "01", ["01", "02", "03", "04"]), data()],
  },
  {
    sid: "28",
    title: "diagnosis.service.s28",
    warns: true,
    fields: [sub("diagnosis.field.control", "00", ["00", "01", "02", "03"]), { ...data(), initial: "01" }],
  },
  { sid: "2E", title: "diagnosis.service.s2E", warns: true, fields: [{ ...did, initial: "F198" }, data()] },
  {
    sid: "2F",
    title: "diagnosis.service.s2F",
    warns: true,
    fields: [
      { ...did, initial: "D001" },
      { ...data(), initial: "00" },
    ],
  },
  {
    sid: "31",
    title: "diagnosis.service.s31",
    warns: true,
    fields: [
      sub("diagnosis.field.routineControl", "01", ["01", "02", "03"]),
      { key: "routine", label: "diagnosis.field.routine", initial: "0203", bytes: 2 },
      data(),
    ],
  },
  { sid: "34", title: "diagnosis.service.s34", warns: true, fields: [{ ...data(), initial: "00440800000000000100" }] },
  { sid: "35", title: "diagnosis.service.s35", fields: [{ ...data(), initial: "00440800000000000100" }] },
  { sid: "36", title: "diagnosis.service.s36", warns: true, fields: [{ ...data(), initial: "01" }] },
  { sid: "37", title: "diagnosis.service.s37", warns: true, fields: [data()] },
  { sid: "3E", title: "diagnosis.service.s3E", fields: [sub("diagnosis.field.sub", "00", ["00", "80"])] },
  {
    sid: "85",
    title: "diagnosis.service.s85",
    warns: true,
    fields: [sub("diagnosis.field.setting", "02", ["01", "02"]), data()],
  },
];

export type FieldValues = Readonly<Record<string, string>>;

const clean = (text: string) => text.replace(/\s+/g, "").toUpperCase();
const isHex = (text: string) => /^([0-9A-F]{2})*$/.test(text);

/** The bytes of the form; null where a field cannot be read. */
export function requestOf(service: DeskService, values: FieldValues): string | null {
  const parts = service.fields.map(({ key, initial, bytes }) => {
    const text = clean(values[key] ?? initial);
    return isHex(text) && (bytes === undefined || text.length === 2 * bytes) ? text : null;
  });
  return parts.includes(null) ? null : service.sid + parts.join("");
}

/** The form of typed bytes: the service and its fields; undefined for a service without a form. */
export function formOf(request: string): { service: DeskService; values: FieldValues } | undefined {
  const text = clean(request);
  const service = DESK_SERVICES.find(({ sid }) => text.startsWith(sid));
  if (!service || !isHex(text)) return undefined;
  let at = 2;
  const values = service.fields.map(({ key, bytes }): [string, string] => {
    const value = text.slice(at, bytes === undefined ? undefined : at + 2 * bytes);
    at += value.length;
    return [key, value];
  });
  return { service, values: Object.fromEntries(values) };
}

/** Typed bytes, as they are sent; null where they are none. */
export function bytesOf(text: string): string | null {
  const bytes = clean(text);
  return bytes !== "" && isHex(bytes) && bytes.length <= 2 * 4095 ? bytes : null;
}

export const warnsOf = (request: string): boolean =>
  DESK_SERVICES.some(({ sid, warns }) => warns === true && request.startsWith(sid));
