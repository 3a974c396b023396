import { MAX_SYMBOL_LENGTH } from "../dbc/edit/edit-rules.ts";
import type { AttributeDefinition, Dbc } from "../dbc/model.ts";

/** Beside a number of four digits. */
const NUMBERED_LENGTH = MAX_SYMBOL_LENGTH - 5;

interface Named {
  readonly name: string;
  readonly symbol: string | null;
}

/**
 * The model with a short symbol for each name that is too long for a DBC: other tools refuse the name, and find it in
 * the attribute `System…LongSymbol`.
 */
export function withShortSymbols(dbc: Dbc): Dbc {
  const nodes = shortened(dbc.nodes);
  const messages = shortened(dbc.messages).map((message) => {
    const signals = shortened(message.signals);
    return signals === message.signals ? message : { ...message, signals };
  });
  const definitions = [
    ...(hasSymbol(nodes) ? [definition("SystemNodeLongSymbol", "node")] : []),
    ...(hasSymbol(messages) ? [definition("SystemMessageLongSymbol", "message")] : []),
    ...(messages.some(({ signals }) => hasSymbol(signals)) ? [definition("SystemSignalLongSymbol", "signal")] : []),
  ];
  return { ...dbc, nodes, messages, attributeDefinitions: [...dbc.attributeDefinitions, ...definitions] };
}

const hasSymbol = (list: readonly Named[]): boolean => list.some(({ symbol }) => symbol !== null);

function definition(name: string, owner: AttributeDefinition["owner"]): AttributeDefinition {
  return { name, owner, type: { kind: "STRING" }, defaultValue: "" };
}

function shortened<Item extends Named>(list: readonly Item[]): readonly Item[] {
  const isLong = ({ name }: Item) => name.length > MAX_SYMBOL_LENGTH;
  if (!list.some(isLong)) return list;
  const taken = new Set(list.filter((item) => !isLong(item)).map(({ name }) => name));
  const counts = new Map<string, number>();
  return list.map((item) => {
    if (!isLong(item)) return item;
    const symbol = freeSymbol(item.name, taken, counts);
    taken.add(symbol);
    return { ...item, symbol };
  });
}

/** The beginning of the name; numbered where another one has it. `counts` keeps many of one beginning from being tried anew. */
function freeSymbol(name: string, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  const whole = name.slice(0, MAX_SYMBOL_LENGTH);
  if (!taken.has(whole)) return whole;
  const begin = name.slice(0, NUMBERED_LENGTH);
  for (let number = counts.get(begin) ?? 0; ; number++) {
    const digits = String(number).padStart(4, "0");
    const symbol = `${begin.slice(0, MAX_SYMBOL_LENGTH - 1 - digits.length)}_${digits}`;
    if (taken.has(symbol)) continue;
    counts.set(begin, number + 1);
    return symbol;
  }
}
