import { fileIdOf } from "../edit/file-id.ts";
import { type Dbc, type Message, NO_NODE, type Signal, type ValueText } from "../model.ts";
import { attributeLines, definitionLines } from "./write-attributes.ts";
import { nodeList, number, quoted, Symbols } from "./write-parts.ts";

/** The file of a model: reading it gives the same model. */
export function writeDbc(dbc: Dbc): string {
  const symbols = new Symbols(dbc);
  const sections = [
    [`VERSION ${quoted(dbc.version)}`],
    ["NS_ :", ...dbc.newSymbols.map((keyword) => `\t${keyword}`)],
    [bitTimingLine(dbc)],
    [`BU_: ${dbc.nodes.map((node) => node.symbol ?? node.name).join(" ")}`.trimEnd()],
    dbc.valueTables.map((table) => `VAL_TABLE_ ${table.name}${valueList(table.values)} ;`),
    ...dbc.messages.map((message) => messageLines(message, symbols)),
    dbc.messages.flatMap((message) => transmitterLines(message, symbols)),
    variableLines(dbc, symbols),
    commentLines(dbc),
    definitionLines(dbc),
    attributeLines(dbc, symbols),
    valueLines(dbc),
    dbc.messages.flatMap(groupLines),
    dbc.messages.flatMap(valueTypeLines),
    dbc.messages.flatMap(multiplexingLines),
  ];
  const written = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${written.join("\n\n")}\n`;
}

function bitTimingLine({ bitTiming }: Dbc): string {
  if (bitTiming === null) return "BS_:";
  return `BS_: ${number(bitTiming.baudrate)} : ${number(bitTiming.btr1)},${number(bitTiming.btr2)}`;
}

function messageLines(message: Message, symbols: Symbols): string[] {
  const name = message.symbol ?? message.name;
  const sender = message.transmitter === null ? NO_NODE : symbols.node(message.transmitter);
  const head = `BO_ ${fileIdOf(message)} ${name}: ${number(message.length)} ${sender}`;
  return [head, ...message.signals.map((signal) => signalLine(signal, symbols))];
}

function signalLine(signal: Signal, symbols: Symbols): string {
  const order = `${signal.byteOrder === "intel" ? 1 : 0}${signal.isSigned ? "-" : "+"}`;
  const place = `${signal.startBit}|${signal.length}@${order}`;
  const scale = `(${number(signal.factor)},${number(signal.offset)})`;
  const limits = `[${number(signal.minimum)}|${number(signal.maximum)}]`;
  const name = `${signal.symbol ?? signal.name}${indicator(signal)}`;
  return ` SG_ ${name} : ${place} ${scale} ${limits} ${quoted(signal.unit)} ${nodeList(signal.receivers, symbols)}`;
}

/** ` M`, ` m5` or ` m5M`; of several values the first, for `SG_MUL_VAL_` names them all. */
function indicator(signal: Signal): string {
  const depends = signal.multiplexed === null ? "" : `m${signal.multiplexed.ranges[0]?.from ?? ""}`;
  const mark = `${depends}${signal.isMultiplexor ? "M" : ""}`;
  return mark === "" ? "" : ` ${mark}`;
}

function transmitterLines(message: Message, symbols: Symbols): string[] {
  if (message.otherTransmitters.length === 0) return [];
  const nodes = message.otherTransmitters.map((node) => symbols.node(node)).join(",");
  return [`BO_TX_BU_ ${fileIdOf(message)} : ${nodes};`];
}

function variableLines(dbc: Dbc, symbols: Symbols): string[] {
  const variables = dbc.environmentVariables.map((variable) => {
    const limits = `[${number(variable.minimum)}|${number(variable.maximum)}] ${quoted(variable.unit)}`;
    const rest = `${number(variable.initial)} ${number(variable.id)} ${variable.access}`;
    const name = variable.symbol ?? variable.name;
    return `EV_ ${name}: ${number(variable.type)} ${limits} ${rest} ${nodeList(variable.nodes, symbols)};`;
  });
  const sizes = dbc.environmentVariables.flatMap((variable) =>
    variable.size === null ? [] : [`ENVVAR_DATA_ ${variable.symbol ?? variable.name}: ${number(variable.size)};`],
  );
  return [...variables, ...sizes];
}

function commentLines(dbc: Dbc): string[] {
  const lines: string[] = [];
  const add = (owner: string, comment: string | null) => {
    if (comment !== null) lines.push(`CM_ ${owner}${quoted(comment)};`);
  };
  add("", dbc.comment);
  for (const node of dbc.nodes) add(`BU_ ${node.symbol ?? node.name} `, node.comment);
  for (const message of dbc.messages) {
    const id = fileIdOf(message);
    add(`BO_ ${id} `, message.comment);
    for (const signal of message.signals) add(`SG_ ${id} ${signal.symbol ?? signal.name} `, signal.comment);
  }
  for (const variable of dbc.environmentVariables) add(`EV_ ${variable.symbol ?? variable.name} `, variable.comment);
  return lines;
}

function valueLines(dbc: Dbc): string[] {
  const lines: string[] = [];
  const add = (owner: string, values: readonly ValueText[]) => {
    if (values.length > 0) lines.push(`VAL_ ${owner}${valueList(values)} ;`);
  };
  for (const message of dbc.messages) {
    for (const signal of message.signals) {
      add(`${fileIdOf(message)} ${signal.symbol ?? signal.name}`, signal.values);
    }
  }
  for (const variable of dbc.environmentVariables) add(variable.symbol ?? variable.name, variable.values);
  return lines;
}

function valueList(values: readonly ValueText[]): string {
  return values.map(({ raw, text }) => ` ${typeof raw === "bigint" ? raw : number(raw)} ${quoted(text)}`).join("");
}

function groupLines(message: Message): string[] {
  const symbols = new Map(message.signals.map((signal) => [signal.name, signal.symbol ?? signal.name]));
  return message.signalGroups.map((group) => {
    const signals = group.signals.map((name) => symbols.get(name) ?? name).join(" ");
    return `SIG_GROUP_ ${fileIdOf(message)} ${group.name} ${number(group.repetitions)} : ${signals};`;
  });
}

function valueTypeLines(message: Message): string[] {
  const floats = message.signals.filter((signal) => signal.valueType !== "integer");
  return floats.map((signal) => {
    const type = signal.valueType === "float" ? 1 : 2;
    return `SIG_VALTYPE_ ${fileIdOf(message)} ${signal.symbol ?? signal.name} : ${type};`;
  });
}

/** Needed as soon as one dependence is more than "the single selector has this one value". */
function multiplexingLines(message: Message): string[] {
  const single = message.signals.find((signal) => signal.isMultiplexor && signal.multiplexed === null)?.name;
  const dependent = message.signals.filter(
    (signal) => signal.multiplexed !== null && signal.multiplexed.selector !== "",
  );
  const isSimple = dependent.every(({ multiplexed }) => {
    const [range, ...more] = multiplexed?.ranges ?? [];
    return multiplexed?.selector === single && more.length === 0 && range?.from === range?.to;
  });
  if (isSimple) return [];
  const symbols = new Map(message.signals.map((signal) => [signal.name, signal.symbol ?? signal.name]));
  return dependent.map(({ name, symbol, multiplexed }) => {
    const selector = symbols.get(multiplexed?.selector ?? "") ?? "";
    const ranges = (multiplexed?.ranges ?? []).map(({ from, to }) => `${from}-${to}`).join(", ");
    return `SG_MUL_VAL_ ${fileIdOf(message)} ${symbol ?? name} ${selector} ${ranges};`;
  });
}
