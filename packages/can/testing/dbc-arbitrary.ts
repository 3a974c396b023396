import fc from "fast-check";
import { bytesNeeded } from "../bytes/bits.ts";
import type { Attribute, Dbc, Message, Multiplexed, Signal, ValueText } from "../dbc/model.ts";

/** Every layout that lies inside `bytes` bytes, both orders, 1 to 64 bits. */
export function layouts(bytes: number): fc.Arbitrary<Pick<Signal, "startBit" | "length" | "byteOrder">> {
  return fc
    .record({
      startBit: fc.nat(bytes * 8 - 1),
      length: fc.integer({ min: 1, max: 64 }),
      byteOrder: fc.constantFrom("intel" as const, "motorola" as const),
    })
    .filter((layout) => bytesNeeded(layout) <= bytes);
}

const names = (prefix: string) => fc.stringMatching(/^[A-Za-z0-9_]{0,12}$/).map((text) => `${prefix}${text}`);
/** Whatever a file can hold: quotes, line ends, keywords, other scripts; a backslash cannot come last. */
export const texts = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom('a "b"', "x;\r\nBO_ 1 M: 8 N", "车速", "\\\\x"),
  )
  .filter((text) => !text.endsWith("\\") && !text.includes("\ufeff"));
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);
const attributes: fc.Arbitrary<Attribute[]> = fc.array(
  fc.record({ name: names("A"), value: fc.oneof(numbers, texts) }),
  { maxLength: 2 },
);
/** A value text has the line ends of Unix, whatever the file has. */
const valueText = texts.map((text) => text.replaceAll("\r\n", "\n"));
const valueTexts: fc.Arbitrary<ValueText[]> = fc.array(
  fc.record({ raw: fc.oneof(fc.integer(), fc.bigInt({ min: 1n << 60n, max: 1n << 63n })), text: valueText }),
  { maxLength: 3 },
);
const comments = fc.option(texts, { nil: null });
const symbols = fc.constant(null);

function signals(bytes: number): fc.Arbitrary<Signal> {
  return fc
    .record({
      name: names("S"),
      symbol: symbols,
      comment: comments,
      attributes,
      layout: layouts(bytes),
      isSigned: fc.boolean(),
      valueType: fc.constantFrom("integer" as const, "integer" as const, "float" as const, "double" as const),
      factor: fc.oneof(fc.constant(1), numbers),
      offset: fc.oneof(fc.constant(0), numbers),
      minimum: numbers,
      maximum: numbers,
      unit: texts,
      receivers: fc.array(names("N"), { maxLength: 2 }),
      values: valueTexts,
    })
    .map(({ layout, valueType, ...rest }) => ({
      ...rest,
      ...layout,
      valueType: fitting(valueType, layout.length),
      isMultiplexor: false,
      multiplexed: null,
    }));
}

function fitting(valueType: Signal["valueType"], length: number): Signal["valueType"] {
  const wanted = valueType === "float" ? 32 : 64;
  return valueType === "integer" || length !== wanted ? "integer" : valueType;
}

/** Selectors point backwards only, so there are no circles; some messages have several. */
function multiplex(list: readonly Signal[], seeds: readonly number[]): Signal[] {
  const dependence = list.map((_, i): Multiplexed | null => {
    const seed = seeds[i] ?? 0;
    if (i === 0 || seed % 3 === 0) return null;
    const ranges = [{ from: seed % 7, to: (seed % 7) + (seed % 2) }];
    return { selector: list[seed % i]?.name ?? "", ranges: seed % 5 === 0 ? [...ranges, { from: 9, to: 9 }] : ranges };
  });
  const selectors = new Set(dependence.map((one) => one?.selector));
  return list.map((signal, i) => ({
    ...signal,
    isMultiplexor: selectors.has(signal.name),
    multiplexed: dependence[i] ?? null,
  }));
}

export function messages(): fc.Arbitrary<Message> {
  return fc
    .record({ length: fc.constantFrom(1, 2, 8, 12, 64), isMultiplexed: fc.boolean(), isExtended: fc.boolean() })
    .chain(({ length, isMultiplexed, isExtended }) =>
      fc
        .record({
          name: names("M"),
          symbol: symbols,
          comment: comments,
          attributes,
          id: fc.nat(isExtended ? 0x1fffffff : 0x7ff),
          transmitter: fc.option(names("N"), { nil: null }),
          otherTransmitters: fc.array(names("N"), { maxLength: 2 }),
          signals: fc.uniqueArray(signals(length), { selector: (signal) => signal.name, maxLength: 6 }),
          seeds: fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }),
        })
        .map(({ seeds, ...message }) => ({
          ...message,
          length,
          isExtended,
          isDecodable: true,
          signals: isMultiplexed ? multiplex(message.signals, seeds) : message.signals,
          signalGroups:
            message.signals.length > 1
              ? [{ name: "G", repetitions: 1, signals: [message.signals[0]?.name ?? ""] }]
              : [],
        })),
    );
}

const nodes = fc.uniqueArray(fc.record({ name: names("N"), symbol: symbols, comment: comments, attributes }), {
  selector: (node) => node.name,
  maxLength: 3,
});

export function dbcs(): fc.Arbitrary<Dbc> {
  return fc.record({
    version: texts,
    newSymbols: fc.constantFrom([], ["NS_DESC_", "CM_", "BA_DEF_", "BO_TX_BU_"]),
    bitTiming: fc.constantFrom(null, { baudrate: 500000, btr1: 1, btr2: 28 }),
    nodes,
    valueTables: fc.array(fc.record({ name: names("T"), values: valueTexts }), { maxLength: 2 }),
    messages: fc.uniqueArray(messages(), {
      selector: (message) => `${message.id} ${message.isExtended}`,
      maxLength: 4,
    }),
    environmentVariables: fc.constantFrom([], [VARIABLE]),
    comment: comments,
    attributeDefinitions: fc.constantFrom([], DEFINITIONS),
    attributes,
    relationAttributes: fc.constant([]),
  });
}

const VARIABLE: Dbc["environmentVariables"][number] = {
  name: "Env",
  symbol: null,
  comment: "an environment variable",
  attributes: [],
  type: 0,
  minimum: 0,
  maximum: 10,
  unit: "",
  initial: 1,
  id: 2,
  access: "DUMMY_NODE_VECTOR0",
  nodes: [],
  size: 8,
  values: [{ raw: 0, text: "off" }],
};

const DEFINITIONS: Dbc["attributeDefinitions"] = [
  { name: "Cycle", owner: "message", type: { kind: "INT", minimum: 0, maximum: 1000 }, defaultValue: 0 },
  { name: "Kind", owner: "signal", type: { kind: "ENUM", labels: ["a", 'b "c"'] }, defaultValue: "a" },
  { name: "Bus", owner: "network", type: { kind: "STRING" }, defaultValue: null },
  { name: "Timeout", owner: "nodeSignal", type: { kind: "HEX", minimum: 0, maximum: 255 }, defaultValue: 7 },
];
