import { createKept } from "../../platform/kept.ts";

const keptName = (key: string) => createKept<string>({ key, read: (text) => text ?? "", write: (name) => name });

/** ACC-01: who signed in by which way, for next time; never the password. */
const stores = { password: keptName("canopy.username"), code: keptName("canopy.phone") };

type Way = keyof typeof stores;

export function rememberedName(way: Way): string {
  return stores[way].get();
}

export function rememberName(way: Way, name: string | null): void {
  stores[way].set(name ?? "");
}
