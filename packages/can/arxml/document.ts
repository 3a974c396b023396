import { MAX_NAME_LENGTH } from "../dbc/model.ts";
import type { Position } from "../dbc/parse/problem.ts";
import { type ModelBuilder, plainText } from "../signal-file/build.ts";
import { childOf, type Element, type Lines, textOf } from "./tree.ts";

/** A name in a path, and what stands below it. A path is walked: as one text it would be kept anew for each element. */
interface PathNode {
  element: Element | undefined;
  readonly below: Map<string, PathNode>;
}

const newNode = (): PathNode => ({ element: undefined, below: new Map() });

/** The elements of a file by their paths (`/Package/Name`), by which they refer to each other. */
export class ArxmlDocument {
  readonly model: ModelBuilder;
  readonly clusters: Element[] = [];
  readonly ecus: Element[] = [];
  /** What stands in packages: kinds that no reader here knows are named as not taken. */
  readonly elements: Element[] = [];
  /** Those that are named by themselves, not by their kind. */
  readonly named = new Set<Element>();
  /** Signals and the ECUs that receive them, where the file says it signal by signal. */
  readonly hearers = new Map<Element, Set<string>>();
  private readonly paths = newNode();
  private readonly ecuByPort = new Map<Element, string>();
  private readonly lines: Lines;
  private readonly told = new Set<Element>();

  constructor(root: Element, lines: Lines, model: ModelBuilder) {
    this.lines = lines;
    this.model = model;
    this.index(root, this.paths, undefined);
  }

  position(element: Element): Position {
    return this.lines.position(element.at);
  }

  /** The element that a child of this name refers to; a reference to nothing is told once. */
  follow(element: Element | undefined, name: string): Element | undefined {
    const reference = childOf(element, name);
    return reference && this.target(reference);
  }

  target(reference: Element): Element | undefined {
    const found = this.at(textOf(reference));
    if (!found && !this.told.has(reference)) {
      this.told.add(reference);
      this.model.problems.warning("unknownReference", this.position(reference), textOf(reference));
    }
    return found;
  }

  /** The name of the ECU that a port is of. */
  ecuOf(port: Element): string | undefined {
    return this.ecuByPort.get(port);
  }

  private at(path: string): Element | undefined {
    const [root, ...names] = path.split("/");
    let node: PathNode | undefined = root === "" ? this.paths : undefined;
    for (const name of names) node = node?.below.get(name);
    return node?.element;
  }

  private index(element: Element, above: PathNode, ecu: string | undefined): void {
    const name = textOf(childOf(element, "SHORT-NAME"));
    const here = name === "" ? above : nodeBelow(above, name);
    if (here !== above) here.element = element;
    if (element.name === "CAN-CLUSTER") this.clusters.push(element);
    if (element.name === "ECU-INSTANCE") this.ecus.push(element);
    if (ecu !== undefined && element.name.endsWith("PORT")) this.ecuByPort.set(element, ecu);
    if (element.name === "ELEMENTS") this.elements.push(...element.children.slice(0, MAX_LISTED));
    const owner = element.name === "ECU-INSTANCE" ? shortName(element) : ecu;
    for (const child of element.children) this.index(child, here, owner);
  }
}

function nodeBelow({ below }: PathNode, name: string): PathNode {
  const known = below.get(name);
  if (known) return known;
  const made = newNode();
  below.set(name, made);
  return made;
}

/** Of one package; a list of arguments has an end. */
const MAX_LISTED = 50_000;

/** As a DBC can hold it; the standard allows no other characters anyway. */
export const shortName = (element: Element): string =>
  textOf(childOf(element, "SHORT-NAME")).replace(/\W/g, "_").slice(0, MAX_NAME_LENGTH) || "_";

const LANGUAGES = ["EN", "FOR-ALL"];

export function commentOf(element: Element | undefined): string | null {
  const texts = childOf(element, "DESC")?.children ?? [];
  const best = LANGUAGES.map((language) => texts.find((text) => text.language === language)).find(Boolean) ?? texts[0];
  return plainText(textOf(best)) || null;
}
