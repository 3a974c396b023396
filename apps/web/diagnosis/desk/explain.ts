import type { EcuDefinitions } from "@canopy/can/uds/definitions/model";
import { dtcNameWithFailureType } from "@canopy/can/uds/dtc";
import type { TextKey, TextValues } from "../../platform/i18n.ts";
import { definedIdentifier, namedValues } from "../definitions/defined-values.ts";
import type {} from "../definitions/definition-texts.ts";
import type {} from "./desk-texts.ts";
import { didName } from "./did-names.ts";

/** Bytes of an answer with their meaning. */
export interface Part {
  readonly hex: string;
  readonly text: TextKey;
  readonly values?: TextValues;
}

const byte = (hex: string, at: number) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
const cut = (hex: string, from: number, to?: number) => hex.slice(2 * from, to === undefined ? undefined : 2 * to);

/** UDS-01: an answer field by field. What no standard names stays bytes. */
export function explainAnswer(answer: string, definitions?: EcuDefinitions): Part[] {
  const sid = byte(answer, 0);
  if (sid === 0x7f) return negative(answer);
  const head: Part = {
    hex: cut(answer, 0, 1),
    text: "diagnosis.explain.positive",
    values: { service: serviceHex(sid) },
  };
  return [head, ...(READERS[sid]?.(answer, definitions) ?? rest(answer, 1))];
}

const serviceHex = (sid: number) => (sid - 0x40).toString(16).toUpperCase().padStart(2, "0");

function negative(answer: string): Part[] {
  return [
    { hex: cut(answer, 0, 1), text: "diagnosis.explain.negative" },
    { hex: cut(answer, 1, 2), text: "diagnosis.explain.refusedService", values: { service: cut(answer, 1, 2) } },
    { hex: cut(answer, 2, 3), text: "diagnosis.explain.code", values: { code: cut(answer, 2, 3) } },
  ];
}

function rest(answer: string, from: number): Part[] {
  const hex = cut(answer, from);
  if (hex === "") return [];
  const text = printable(hex);
  return text === undefined
    ? [{ hex, text: "diagnosis.explain.data", values: { count: hex.length / 2 } }]
    : [{ hex, text: "diagnosis.explain.text", values: { text } }];
}

/** ASCII of at least three characters; anything else is not guessed. */
function printable(hex: string): string | undefined {
  const codes = Array.from({ length: hex.length / 2 }, (_, i) => byte(hex, i));
  const isText = codes.length >= 3 && codes.every((code) => code >= 0x20 && code < 0x7f);
  return isText ? String.fromCharCode(...codes) : undefined;
}

const identifier = (answer: string, definitions?: EcuDefinitions): Part => {
  const hex = cut(answer, 1, 3);
  const id = Number.parseInt(hex, 16);
  const name = definedIdentifier(definitions, id)?.name ?? didName(id) ?? hex;
  return { hex, text: "diagnosis.explain.identifier", values: { name } };
};

/** The data of an identifier: its values by name, else as they are. Bytes behind a known length are not guessed. */
function identified(answer: string, definitions?: EcuDefinitions): Part[] {
  const known = definedIdentifier(definitions, Number.parseInt(cut(answer, 1, 3), 16));
  const values = namedValues(known, cut(answer, 3));
  if (values.length === 0) return rest(answer, 3);
  const end = known?.length ? 3 + known.length : undefined;
  const bytes = cut(answer, 3, end);
  return [
    ...values.map(
      (value, at): Part => ({ hex: at === 0 ? bytes : "", text: "diagnosis.defs.value", values: { ...value } }),
    ),
    ...(end === undefined ? [] : rest(answer, end)),
  ];
}

const routineName = (hex: string, definitions?: EcuDefinitions) => {
  const known = definitions?.routines.find(({ id }) => id === Number.parseInt(hex, 16));
  return known ? `${hex} ${known.name}` : hex;
};
const sub = (answer: string, text: TextKey): Part => ({
  hex: cut(answer, 1, 2),
  text,
  values: { value: cut(answer, 1, 2) },
});

const READERS: Readonly<Record<number, (answer: string, definitions?: EcuDefinitions) => Part[]>> = {
  80: (answer) => [sub(answer, "diagnosis.explain.session"), ...timing(answer)],
  81: (answer) => [sub(answer, "diagnosis.explain.reset"), ...rest(answer, 2)],
  84: (answer) => rest(answer, 1),
  89: dtcs,
  98: (answer, definitions) => [identifier(answer, definitions), ...identified(answer, definitions)],
  103: (answer) =>
    byte(answer, 1) % 2 === 1
      ? [sub(answer, "diagnosis.explain.seedOf"), ...rest(answer, 2)]
      : [sub(answer, "diagnosis.explain.unlocked")],
  110: (answer, definitions) => [identifier(answer, definitions)],
  111: (answer, definitions) => [identifier(answer, definitions), ...rest(answer, 3)],
  113: (answer, definitions) => [
    sub(answer, "diagnosis.explain.routineControl"),
    {
      hex: cut(answer, 2, 4),
      text: "diagnosis.explain.routine",
      values: { id: routineName(cut(answer, 2, 4), definitions) },
    },
    ...rest(answer, 4),
  ],
};

function timing(answer: string): Part[] {
  if (answer.length !== 12) return rest(answer, 2);
  const p2 = Number.parseInt(cut(answer, 2, 4), 16);
  const p2Star = 10 * Number.parseInt(cut(answer, 4, 6), 16);
  return [{ hex: cut(answer, 2), text: "diagnosis.explain.timing", values: { p2, p2Star } }];
}

function dtcs(answer: string): Part[] {
  const report = byte(answer, 1);
  const head = sub(answer, "diagnosis.explain.report");
  if (report !== 0x02 && report !== 0x0a) return [head, ...rest(answer, 2)];
  const list = cut(answer, 3);
  const mask: Part = { hex: cut(answer, 2, 3), text: "diagnosis.explain.mask" };
  if (list.length % 8 !== 0) return [head, mask, ...rest(answer, 3)];
  const codes = Array.from({ length: list.length / 8 }, (_, i): Part => {
    const hex = list.slice(8 * i, 8 * i + 8);
    const values = { code: dtcNameWithFailureType(Number.parseInt(hex.slice(0, 6), 16)), status: hex.slice(6) };
    return { hex, text: "diagnosis.explain.dtc", values };
  });
  return [head, mask, ...codes];
}
