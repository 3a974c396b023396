/** Lines over time as an SVG that reads on a light and a dark page, without a script. */
export interface Track {
  readonly title: string;
  readonly unit: string;
  readonly values: readonly number[];
}

const WIDTH = 720;
const HEIGHT = 120;
const LEFT = 8;
const TOP = 28;
const COLOR = "#0f8a4f";
const TEXT = "#6b7280";

export function chartSvg(title: string, tracks: readonly Track[]): string {
  const step = HEIGHT + TOP + 12;
  const height = 36 + tracks.length * step;
  const rows = tracks.map((track, i) => trackSvg(track, 36 + i * step));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<title>${escaped(title)}</title>
<text x="${LEFT}" y="20" font-size="14" fill="${TEXT}">${escaped(title)}</text>
${rows.join("\n")}
</svg>
`;
}

function trackSvg({ title, unit, values }: Track, y: number): string {
  const most = Math.max(...values) * 1.1 || 1;
  const width = WIDTH - 2 * LEFT;
  const points = values.map((value, i) => {
    const x = LEFT + (i / Math.max(1, values.length - 1)) * width;
    return `${x.toFixed(1)},${(y + TOP + HEIGHT - (value / most) * HEIGHT).toFixed(1)}`;
  });
  const mean = values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
  const words = `${title}: mean ${readable(mean)}, most ${readable(Math.max(...values))} ${unit}; ${values.length} s`;
  const floor = y + TOP + HEIGHT;
  return `<text x="${LEFT}" y="${y + 18}" fill="${TEXT}">${escaped(words)}</text>
<path d="M${LEFT} ${floor}H${WIDTH - LEFT}" stroke="${TEXT}" stroke-opacity=".4"/>
<polyline fill="none" stroke="${COLOR}" stroke-width="1.5" points="${points.join(" ")}"/>`;
}

const readable = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
