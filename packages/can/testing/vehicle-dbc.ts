import { plainSignal } from "../dbc/decode/plain-signal.ts";
import { type Dbc, EMPTY_DBC, type Message, type Signal } from "../dbc/model.ts";

/** A made-up vehicle: messages of eight bytes with ten signals each, in the mix of orders and scales that real files have. */
export function vehicleDbc(messageCount: number): Dbc {
  const nodes = ["Engine", "Gateway"].map((name) => ({ name, symbol: null, comment: null, attributes: [] }));
  const messages = Array.from({ length: messageCount }, (_, i) => vehicleMessage(i));
  return { ...EMPTY_DBC, version: "made for the bench", nodes, messages };
}

/** Start bit, length and order of ten signals that fill a payload without overlap. */
const PLACES: ReadonlyArray<readonly [number, number, Signal["byteOrder"]]> = [
  [0, 1, "intel"],
  [1, 3, "intel"],
  [4, 4, "intel"],
  [8, 12, "intel"],
  [20, 4, "intel"],
  [31, 16, "motorola"],
  [47, 10, "motorola"],
  [53, 6, "motorola"],
  [56, 7, "intel"],
  [63, 1, "intel"],
];

function vehicleMessage(index: number): Message {
  return {
    name: `Message_${index}`,
    symbol: null,
    comment: `What control unit ${index % 40} says about itself`,
    attributes: [],
    id: index < 0x600 ? 0x100 + index : 0x18000000 + index,
    isExtended: index >= 0x600,
    isDecodable: true,
    length: 8,
    transmitter: "Engine",
    otherTransmitters: [],
    signals: PLACES.map((place, k) => vehicleSignal(place, index, k)),
    signalGroups: [],
  };
}

function vehicleSignal(place: (typeof PLACES)[number], message: number, k: number): Signal {
  const [startBit, length, byteOrder] = place;
  const isScaled = length > 4;
  return {
    ...plainSignal(`Signal_${message}_${k}`, { startBit, length, byteOrder }),
    comment: k % 3 === 0 ? "A comment of the usual length, in one line" : null,
    isSigned: length === 16,
    factor: isScaled ? 0.1 : 1,
    offset: isScaled ? -40 : 0,
    unit: isScaled ? "degC" : "",
    receivers: ["Gateway"],
    values: length <= 2 ? ["off", "on"].map((text, raw) => ({ raw, text })) : [],
  };
}
