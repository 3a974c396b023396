import type { LogFn } from "pino";

const WINDOW_MS = 10_000;
/** By log level: equal lines per window; further ones are counted and logged at its end. */
const MOST_OF_LEVEL: ReadonlyMap<number, number> = new Map([
  [40, 3],
  [50, 20],
]);
/** Messages are texts of the program; should one be made up from data, memory stays bounded. */
const MAX_MESSAGES = 1000;

interface Repeats {
  lines: number;
  left: number;
}

/** For `hooks.logMethod` of pino: one terminal or a store that is away must not fill the disk with its stack traces. */
export function repeatLimit() {
  const windows = new Map<string, Repeats>();

  return function logMethod(this: unknown, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const text = messageOf(args) ?? "";
    const name = `${level} ${text}`;
    const most = MOST_OF_LEVEL.get(level) ?? Number.POSITIVE_INFINITY;
    const tell = (left: number) => method.call(this, { repeated: left }, text);
    const repeats = Number.isFinite(most) ? (windows.get(name) ?? open(name, tell)) : undefined;
    if (repeats === undefined || repeats.lines < most) method.apply(this, args);
    else repeats.left += 1;
    if (repeats) repeats.lines += 1;
  };

  function open(name: string, tell: (left: number) => void): Repeats {
    const repeats = { lines: 0, left: 0 };
    if (windows.size >= MAX_MESSAGES) return repeats;
    windows.set(name, repeats);
    setTimeout(() => {
      windows.delete(name);
      if (repeats.left > 0) tell(repeats.left);
    }, WINDOW_MS).unref();
    return repeats;
  }
}

function messageOf([first, second]: readonly unknown[]): string | undefined {
  if (typeof first === "string") return first;
  if (typeof second === "string") return second;
  return first instanceof Error ? first.message : undefined;
}
