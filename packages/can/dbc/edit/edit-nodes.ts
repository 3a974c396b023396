import { failure, success } from "../../bytes/result.ts";
import type { Dbc } from "../model.ts";
import type { Edited } from "./edit.ts";
import { type EditProblem, nameProblem } from "./edit-rules.ts";

export function addNode(dbc: Dbc, name: string): Edited {
  const problem = nodeProblem(dbc, name);
  if (problem !== null) return failure(problem);
  return success({ ...dbc, nodes: [...dbc.nodes, { name, symbol: null, comment: null, attributes: [] }] });
}

/** Senders, receivers and relations follow the new name. */
export function renameNode(dbc: Dbc, from: string, to: string): Edited {
  const index = dbc.nodes.findIndex((node) => node.name === from);
  const node = dbc.nodes[index];
  if (node === undefined) return failure({ code: "unknownNode" });
  const problem = nodeProblem({ ...dbc, nodes: dbc.nodes.toSpliced(index, 1) }, to);
  if (problem !== null) return failure(problem);
  const nodes = dbc.nodes.with(index, { ...node, name: to, symbol: null });
  return success(withNodeNames({ ...dbc, nodes }, (name) => (name === from ? to : name)));
}

export function removeNode(dbc: Dbc, name: string): Edited {
  const index = dbc.nodes.findIndex((node) => node.name === name);
  if (index < 0) return failure({ code: "unknownNode" });
  const relationAttributes = dbc.relationAttributes.filter(({ node }) => node !== name);
  const edited = { ...dbc, nodes: dbc.nodes.toSpliced(index, 1), relationAttributes };
  return success(withNodeNames(edited, (one) => (one === name ? null : one)));
}

function nodeProblem(dbc: Dbc, name: string): EditProblem | null {
  const isTaken = dbc.nodes.some((node) => node.name === name);
  return nameProblem(name) ?? (isTaken ? { code: "nameTaken" } : null);
}

function withNodeNames(dbc: Dbc, rename: (name: string) => string | null): Dbc {
  const all = (names: readonly string[]) => names.map(rename).filter((name) => name !== null);
  const messages = dbc.messages.map((message) => ({
    ...message,
    transmitter: message.transmitter === null ? null : rename(message.transmitter),
    otherTransmitters: all(message.otherTransmitters),
    signals: message.signals.map((signal) => ({ ...signal, receivers: all(signal.receivers) })),
  }));
  const environmentVariables = dbc.environmentVariables.map((one) => ({ ...one, nodes: all(one.nodes) }));
  const relationAttributes = dbc.relationAttributes.map((one) => ({ ...one, node: rename(one.node) ?? one.node }));
  return { ...dbc, messages, environmentVariables, relationAttributes };
}
