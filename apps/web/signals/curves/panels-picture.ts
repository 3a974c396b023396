import type { CurveLook } from "../paint/curve-look.ts";

const EDGE = 12;
const TITLE_PX = 28;
const HEAD_PX = 22;

/** The visible panels with names and legends as one picture. */
export async function panelsPicture(stage: HTMLElement, title: string, look: CurveLook): Promise<Blob | null> {
  const parts = [...stage.querySelectorAll<HTMLElement>("section")].map((section) => ({
    head: legendOf(section),
    canvases: [...section.querySelectorAll("canvas")],
  }));
  const axis = stage.querySelector<HTMLCanvasElement>('canvas[data-curve="time"]');
  const sizeOf = (canvas: HTMLCanvasElement | undefined) => canvas?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const width = Math.max(200, ...parts.map(({ canvases }) => sizeOf(canvases[0]).width)) + 2 * EDGE;
  const height =
    TITLE_PX +
    parts.reduce((sum, { canvases }) => sum + HEAD_PX + sizeOf(canvases[0]).height, 0) +
    (axis ? 20 : 0) +
    EDGE;
  const ratio = Math.max(2, window.devicePixelRatio || 1);
  const picture = document.createElement("canvas");
  picture.width = Math.round(width * ratio);
  picture.height = Math.round(height * ratio);
  const ctx = picture.getContext("2d");
  if (!ctx) return null;
  ctx.scale(ratio, ratio);
  ctx.fillStyle = look.surface;
  ctx.fillRect(0, 0, width, height);
  ctx.textBaseline = "middle";
  ctx.fillStyle = look.cursor;
  ctx.font = `600 13px ${look.face}`;
  ctx.fillText(title, EDGE, TITLE_PX / 2);
  let top = TITLE_PX;
  for (const { head, canvases } of parts) {
    paintHead(ctx, head, top, look);
    top += HEAD_PX;
    for (const canvas of canvases) {
      const size = sizeOf(canvas);
      ctx.drawImage(canvas, EDGE, top, size.width, size.height);
    }
    top += sizeOf(canvases[0]).height;
  }
  if (axis) ctx.drawImage(axis, EDGE, top, sizeOf(axis).width, sizeOf(axis).height);
  return new Promise((resolve) => picture.toBlob(resolve, "image/png"));
}

interface Head {
  readonly name: string;
  readonly items: readonly { text: string; colour: string }[];
}

function legendOf(section: HTMLElement): Head {
  const items = [...section.querySelectorAll<HTMLElement>("header li button:first-child")];
  return {
    name: section.getAttribute("aria-label") ?? "",
    items: items.map((item) => ({
      text: (item.textContent ?? "").replace(/\s+/g, " ").trim(),
      colour: item.querySelector("path")?.getAttribute("stroke") ?? "",
    })),
  };
}

function paintHead(ctx: CanvasRenderingContext2D, { name, items }: Head, top: number, look: CurveLook): void {
  const middle = top + HEAD_PX / 2;
  ctx.font = `600 12px ${look.face}`;
  ctx.fillStyle = look.cursor;
  ctx.fillText(name, EDGE, middle);
  let x = EDGE + ctx.measureText(name).width + 14;
  ctx.font = `12px ${look.face}`;
  for (const { text, colour } of items) {
    ctx.fillStyle = colour || look.hint;
    ctx.fillRect(x, middle - 1, 14, 2);
    ctx.fillStyle = look.text;
    ctx.fillText(text, x + 20, middle);
    x += ctx.measureText(text).width + 36;
  }
}
