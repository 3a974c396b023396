import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

/** Argon2id is slow by design; one core stays free for other work during sign-ins. */
const MAX_AT_ONCE = Math.max(1, availableParallelism() - 1);
/** OWASP's first choice: 19 MiB, two passes. Algorithm 2 is Argon2id. */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

let nobody: Promise<string> | undefined;

/** With no hash to compare, one is compared all the same: an unknown name takes as long as a wrong password. */
export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const against = passwordHash ?? (await nobody);
  const fits = await inTurn(() => verify(against, password));
  return fits && passwordHash !== undefined;
}
