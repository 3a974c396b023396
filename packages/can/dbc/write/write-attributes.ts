import { fileIdOf } from "../edit/file-id.ts";
import type { Attribute, AttributeDefinition, AttributeType, Dbc, RelationAttribute } from "../model.ts";
import { number, quoted, type Symbols } from "./write-parts.ts";

const KEYWORDS: Readonly<Record<AttributeDefinition["owner"], string>> = {
  network: "",
  node: "BU_ ",
  message: "BO_ ",
  signal: "SG_ ",
  environmentVariable: "EV_ ",
  nodeMessage: "BU_BO_REL_ ",
  nodeSignal: "BU_SG_REL_ ",
  nodeEnvironmentVariable: "BU_EV_REL_ ",
};

function isRelation({ owner }: AttributeDefinition): boolean {
  return KEYWORDS[owner].includes("REL_");
}

export function definitionLines(dbc: Dbc): string[] {
  const own = dbc.attributeDefinitions.filter((definition) => !isRelation(definition));
  const relations = dbc.attributeDefinitions.filter(isRelation);
  return [
    ...own.map((definition) => definitionLine("BA_DEF_", definition)),
    ...relations.map((definition) => definitionLine("BA_DEF_REL_", definition)),
    ...own.flatMap((definition) => defaultLines("BA_DEF_DEF_", definition)),
    ...relations.flatMap((definition) => defaultLines("BA_DEF_DEF_REL_", definition)),
  ];
}

function definitionLine(keyword: string, { owner, name, type }: AttributeDefinition): string {
  return `${keyword} ${KEYWORDS[owner]}${quoted(name)} ${typeText(type)};`;
}

function typeText(type: AttributeType): string {
  if (type.kind === "STRING") return "STRING ";
  if (type.kind === "ENUM") return `ENUM ${type.labels.map(quoted).join(",")}`;
  return `${type.kind} ${number(type.minimum)} ${number(type.maximum)}`;
}

function defaultLines(keyword: string, { name, defaultValue }: AttributeDefinition): string[] {
  return defaultValue === null ? [] : [`${keyword} ${quoted(name)} ${valueText(defaultValue)};`];
}

function valueText(value: number | string): string {
  return typeof value === "number" ? number(value) : quoted(value);
}

export function attributeLines(dbc: Dbc, symbols: Symbols): string[] {
  const lines: string[] = [];
  const add = (owner: string, attributes: readonly Attribute[]) => {
    for (const { name, value } of attributes) lines.push(`BA_ ${quoted(name)} ${owner}${valueText(value)};`);
  };
  const addLongName = (attribute: string, owner: string, named: { name: string; symbol: string | null }) => {
    if (named.symbol !== null) add(owner, [{ name: attribute, value: named.name }]);
  };
  add("", dbc.attributes);
  for (const node of dbc.nodes) {
    const owner = `BU_ ${node.symbol ?? node.name} `;
    addLongName("SystemNodeLongSymbol", owner, node);
    add(owner, node.attributes);
  }
  for (const message of dbc.messages) {
    const id = fileIdOf(message);
    addLongName("SystemMessageLongSymbol", `BO_ ${id} `, message);
    add(`BO_ ${id} `, message.attributes);
    for (const signal of message.signals) {
      const owner = `SG_ ${id} ${signal.symbol ?? signal.name} `;
      addLongName("SystemSignalLongSymbol", owner, signal);
      add(owner, signal.attributes);
    }
  }
  for (const variable of dbc.environmentVariables) {
    const owner = `EV_ ${variable.symbol ?? variable.name} `;
    addLongName("SystemEnvVarLongSymbol", owner, variable);
    add(owner, variable.attributes);
  }
  return [...lines, ...dbc.relationAttributes.map((relation) => relationLine(relation, symbols))];
}

function relationLine(relation: RelationAttribute, symbols: Symbols): string {
  const { name, owner, message } = relation;
  const target = relation.target ?? "";
  const id = message === null ? 0 : fileIdOf(message);
  const head = `BA_REL_ ${quoted(name)} ${KEYWORDS[owner]}${symbols.node(relation.node)}`;
  const value = valueText(relation.value);
  if (owner === "nodeMessage") return `${head} ${id} ${value};`;
  if (owner === "nodeSignal") return `${head} SG_ ${id} ${symbols.signal(id, target)} ${value};`;
  return `${head} ${symbols.variable(target)} ${value};`;
}
