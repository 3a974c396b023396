/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);

/** Every place is escaped, but those that are HTML themselves. */
export function html(texts: TemplateStringsArray, ...places: readonly (string | Html | readonly Html[])[]): Html {
  const parts = places.map((place) => {
    if (typeof place === "string") return escaped(place);
    return "html" in place ? place.html : place.map((one) => one.html).join("");
  });
  return { html: texts.map((text, i) => text + (parts[i] ?? "")).join("") };
}

interface Page {
  readonly title: string;
  readonly lang: string;
  readonly body: Html;
}

const FONT = "font-family:-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',Arial,sans-serif";

/** A page with its styles in place, as mail programs want it: no script, no picture, nothing that is fetched. */
export function htmlPage({ title, lang, body }: Page): string {
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;
  const style = `margin:0;padding:24px 12px;background:#f4f6f5;color:#1c2523;font-size:14px;line-height:1.5;${FONT}`;
  const card = "max-width:880px;margin:0 auto;padding:20px 24px;background:#fff;border:1px solid #dde3e1";
  return html`<!doctype html><html lang="${lang}"><head>${head}</head><body style="${style}">
<div style="${card}"><h1 style="margin:0 0 4px;font-size:20px">${title}</h1>${body}</div></body></html>`.html;
}

export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** Wide ones scroll within themselves. */
export function htmlTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  sum?: readonly string[],
): Html {
  const cell = (i: number, more: string) =>
    `padding:6px 10px;border-bottom:1px solid #e4e9e7;text-align:${columns[i]?.isNumber ? "right" : "left"};${more}`;
  const head = columns.map(
    ({ title }, i) => html`<th style="${cell(i, "color:#5b6864;font-weight:600")}">${title}</th>`,
  );
  const line = (cells: readonly string[], more = "") =>
    html`<tr>${cells.map((text, i) => html`<td style="${cell(i, more)}">${text}</td>`)}</tr>`;
  const foot = sum ? [line(sum, "font-weight:600")] : [];
  return html`<div style="overflow-x:auto"><table style="border-collapse:collapse;width:100%;font-size:13px">
<thead><tr>${head}</tr></thead><tbody>${rows.map((row) => line(row))}${foot}</tbody></table></div>`;
}

export const htmlHeading = (text: string): Html => html`<h2 style="margin:24px 0 6px;font-size:16px">${text}</h2>`;

export const htmlNote = (text: string): Html => html`<p style="margin:4px 0;color:#5b6864">${text}</p>`;

export const htmlLink = (address: string, text: string): Html =>
  html`<p style="margin:16px 0 0"><a href="${address}" style="color:#0b6e4f">${text}</a></p>`;
