import { codewordsOf } from "./qr-codewords.ts";
import { bestMask, drawFunctionPatterns, type Grid, newGrid, placeBits } from "./qr-grid.ts";

/** Light modules around it, as ISO 18004 asks for. */
const QUIET = 4;

/** A text as a QR code of error correction level M: rows of dark modules. */
export function qrModules(text: string): boolean[][] {
  const { version, codewords } = codewordsOf(Buffer.from(text, "utf8"));
  const grid: Grid = newGrid(version);
  drawFunctionPatterns(grid, version);
  placeBits(grid, codewords);
  return bestMask(grid);
}

/** One path, dark on light whatever the theme: readers want the contrast. */
export function qrSvg(text: string): string {
  const rows = qrModules(text);
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
