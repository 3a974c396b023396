import type { JoinedRow } from "./joined-rows.ts";

/** Brings the lines of the table to what is known now; a line or a byte that did not change is not touched. */
export function drawRows(
  body: HTMLTableSectionElement,
  rows: readonly JoinedRow[],
  devices: readonly string[],
  channelText: (channel: number) => string,
): void {
  const { bytes = "", end = "" } = body.dataset;
  for (const [i, row] of rows.entries()) {
    const line = lineAt(body, i, { bytes, end });
    const cells = line.cells;
    if (line.dataset.key !== row.key) {
      line.dataset.key = row.key;
      setText(cells[0], devices[row.device] ?? "");
      setText(cells[1], channelText(row.channel));
      setText(cells[2], row.id);
    }
    drawBytes(cells[3]?.firstElementChild, row.bytes);
    setText(cells[4], row.ascii);
    setText(cells[5], row.cycle);
    setText(cells[6], row.count);
  }
  while (body.rows.length > rows.length) body.deleteRow(-1);
}

function lineAt(
  body: HTMLTableSectionElement,
  at: number,
  styles: { bytes: string; end: string },
): HTMLTableRowElement {
  const known = body.rows[at];
  if (known) return known;
  const line = body.insertRow();
  const classes = ["", "", "mono", "mono", "mono", styles.end, styles.end];
  for (const name of classes) line.insertCell().className = name;
  const box = document.createElement("span");
  box.className = styles.bytes;
  line.cells[3]?.append(box);
  return line;
}

function drawBytes(box: Element | null | undefined, bytes: JoinedRow["bytes"]): void {
  if (!box) return;
  for (const [i, { text, age }] of bytes.entries()) {
    const byte = box.children[i] ?? box.appendChild(document.createElement("span"));
    setText(byte, text);
    if (byte.getAttribute("data-age") !== age) byte.setAttribute("data-age", age);
  }
  while (box.children.length > bytes.length) box.lastElementChild?.remove();
}

function setText(element: Element | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
