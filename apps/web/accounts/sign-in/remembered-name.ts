import { createKept } from "../../platform/kept.ts";

/** ACC-01: the username for next time, never the password. */
const store = createKept<string>({
  key: "canopy.username",
  read: (text) => text ?? "",
  write: (name) => name,
});

export function rememberedName(): string {
  return store.get();
}

export function rememberName(name: string | null): void {
  store.set(name ?? "");
}
