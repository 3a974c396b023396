import { setTimeout as sleep } from "node:timers/promises";

/** The answer where this fails or times out. */
export function soon<T, E>(asked: Promise<T>, patienceMs: number, otherwise: E): Promise<T | E> {
  return Promise.race([asked.catch(() => otherwise), sleep(patienceMs, otherwise, { ref: false })]);
}
