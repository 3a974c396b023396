type Attributes = Readonly<Record<string, string>>;

/** Creates an element for the parts that draw without React. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className?: string,
  attributes: Attributes = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function drawing(name: "svg" | "polyline" | "rect" | "path", attributes: Attributes = {}): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Writes a text only when it differs. */
export class TextPlace {
  readonly node: HTMLElement;
  private text = "";

  constructor(node: HTMLElement) {
    this.node = node;
  }

  set(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.node.textContent = text;
  }
}
