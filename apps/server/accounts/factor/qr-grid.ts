/** Modules of a QR code; `fixed` ones are patterns that no mask changes. */
export interface Grid {
  readonly size: number;
  readonly dark: boolean[][];
  readonly fixed: boolean[][];
}

/** Centres of the alignment patterns of versions 2 to 10. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** Level M. */
const LEVEL_BITS = 0b00;

export function newGrid(version: number): Grid {
  const size = version * 4 + 17;
  const empty = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  return { size, dark: empty(), fixed: empty() };
}

function set({ dark, fixed, size }: Grid, x: number, y: number, isDark: boolean): void {
  const [row, kept] = [dark[y], fixed[y]];
  if (!row || !kept || x < 0 || x >= size) return;
  row[x] = isDark;
  kept[x] = true;
}

export function drawFunctionPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let i = 0; i < size; i++) {
    set(grid, 6, i, i % 2 === 0);
    set(grid, i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquare(grid, x, y, 4, [1, 1, 0, 1, 0]);
  const centres = ALIGNMENT[version - 1] ?? [];
  const last = centres.at(-1);
  for (const x of centres)
    for (const y of centres) {
      const isFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!isFinder) drawSquare(grid, x, y, 2, [1, 0, 1]);
    }
  drawFormat(grid, 0);
  if (version >= 7) drawVersion(grid, version);
}

/** Rings around a centre; `rings` says which are dark, from the centre outwards. */
function drawSquare(grid: Grid, x: number, y: number, reach: number, rings: readonly number[]): void {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      set(grid, x + dx, y + dy, rings[Math.max(Math.abs(dx), Math.abs(dy))] === 1);
}

const bitOf = (value: number, at: number) => ((value >> at) & 1) === 1;

/** Level and mask with their BCH code, drawn twice. */
export function formatBits(mask: number): number {
  const data = (LEVEL_BITS << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((data << 10) | (rest & 0x3ff)) ^ 0x5412;
}

function drawFormat(grid: Grid, mask: number): void {
  const bits = formatBits(mask);
  const { size } = grid;
  for (let i = 0; i <= 5; i++) set(grid, 8, i, bitOf(bits, i));
  set(grid, 8, 7, bitOf(bits, 6));
  set(grid, 8, 8, bitOf(bits, 7));
  set(grid, 7, 8, bitOf(bits, 8));
  for (let i = 9; i < 15; i++) set(grid, 14 - i, 8, bitOf(bits, i));
  for (let i = 0; i < 8; i++) set(grid, size - 1 - i, 8, bitOf(bits, i));
  for (let i = 8; i < 15; i++) set(grid, 8, size - 15 + i, bitOf(bits, i));
  set(grid, 8, size - 8, true);
}

export function versionBits(version: number): number {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  return (version << 12) | (rest & 0xfff);
}

function drawVersion(grid: Grid, version: number): void {
  const bits = versionBits(version);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [grid.size - 11 + (i % 3), Math.floor(i / 3)];
    set(grid, a, b, bitOf(bits, i));
    set(grid, b, a, bitOf(bits, i));
  }
}

/** The modules in the order of the bits: in pairs of columns from the right, up and down in turn. */
export function* zigzag({ size, fixed }: Grid): Generator<readonly [number, number]> {
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    const isUp = ((column + 1) & 2) === 0;
    for (let i = 0; i < size; i++) {
      const y = isUp ? size - 1 - i : i;
      for (const x of [column, column - 1]) if (!fixed[y]?.[x]) yield [x, y];
    }
  }
}

export function placeBits(grid: Grid, codewords: readonly number[]): void {
  let at = 0;
  for (const [x, y] of zigzag(grid)) {
    const row = grid.dark[y];
    const word = codewords[at >> 3];
    if (row && word !== undefined) row[x] = bitOf(word, 7 - (at & 7));
    at++;
  }
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

export function masked(grid: Grid, mask: number): boolean[][] {
  const isFlipped = MASKS[mask] ?? (() => false);
  const drawn = { ...grid, dark: grid.dark.map((row) => [...row]) };
  drawFormat(drawn, mask);
  return drawn.dark.map((row, y) => row.map((isDark, x) => (grid.fixed[y]?.[x] ? isDark : isDark !== isFlipped(x, y))));
}

/** The mask with the fewest features that could mislead a reader. */
export function bestMask(grid: Grid): boolean[][] {
  const drawn = MASKS.map((_, mask) => masked(grid, mask));
  const costs = drawn.map(penalty);
  return drawn[costs.indexOf(Math.min(...costs))] ?? [];
}

function penalty(rows: readonly (readonly boolean[])[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x] ?? false));
  const dark = rows.flat().filter(Boolean).length;
  const total = rows.length * rows.length;
  const balance = Math.floor(Math.abs(dark * 20 - total * 10) / total) * 10;
  return [...rows, ...columns].reduce((sum, line) => sum + runs(line) + finders(line), 0) + blocks(rows) + balance;
}

/** Five and more alike in a line. */
function runs(line: readonly boolean[]): number {
  let [sum, length] = [0, 1];
  for (let i = 1; i <= line.length; i++) {
    if (i < line.length && line[i] === line[i - 1]) length++;
    else {
      if (length >= 5) sum += length - 2;
      length = 1;
    }
  }
  return sum;
}

/** What looks like a finder pattern. */
function finders(line: readonly boolean[]): number {
  const text = line.map(Number).join("");
  return [...text.matchAll(/(?=10111010000|00001011101)/g)].length * 40;
}

function blocks(rows: readonly (readonly boolean[])[]): number {
  let sum = 0;
  for (let y = 0; y + 1 < rows.length; y++)
    for (let x = 0; x + 1 < rows.length; x++) {
      const here = rows[y]?.[x];
      if (here === rows[y]?.[x + 1] && here === rows[y + 1]?.[x] && here === rows[y + 1]?.[x + 1]) sum += 3;
    }
  return sum;
}
