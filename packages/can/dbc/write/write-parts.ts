import { fileIdOf } from "../edit/file-id.ts";
import { type Dbc, type Message, NO_NODE } from "../model.ts";

/** The short names under which nodes and variables stand in the file. */
export class Symbols {
  private readonly nodes: ReadonlyMap<string, string>;
  private readonly variables: ReadonlyMap<string, string>;
  private readonly messages: ReadonlyMap<number, Message>;

  constructor(dbc: Dbc) {
    this.nodes = new Map(dbc.nodes.map((node) => [node.name, node.symbol ?? node.name]));
    this.variables = new Map(dbc.environmentVariables.map((one) => [one.name, one.symbol ?? one.name]));
    this.messages = new Map(dbc.messages.map((message) => [fileIdOf(message), message]));
  }

  node(name: string): string {
    return this.nodes.get(name) ?? name;
  }

  signal(fileId: number, name: string): string {
    const signal = this.messages.get(fileId)?.signals.findLast((one) => one.name === name);
    return signal?.symbol ?? name;
  }

  variable(name: string): string {
    return this.variables.get(name) ?? name;
  }
}

export function nodeList(nodes: readonly string[], symbols: Symbols): string {
  return nodes.length === 0 ? NO_NODE : nodes.map((node) => symbols.node(node)).join(",");
}

/** Limits beyond a double are infinite in the model; DBC has no word for that, but a number that reads as such. */
export function number(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return value < 0 ? "-1e999" : "1e999";
}

/** Only quotes are escaped, so a backslash at the end would take the closing quote with it: a blank follows it. */
export function quoted(text: string): string {
  const escaped = text.replaceAll('"', '\\"');
  return escaped.endsWith("\\") ? `"${escaped} "` : `"${escaped}"`;
}
