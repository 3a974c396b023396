import { readStorage, writeStorage } from "../../platform/kept.ts";

const keyOf = (system: string) => `upgradeNotice ${system}`;

/** NAV-10: whether this browser knows another version; one that was never here has nothing to be told. */
export function hasUpgradeNotice(system: string, version: string): boolean {
  const known = readStorage(keyOf(system));
  if (known === null && version !== "") hideUpgradeNotice(system, version);
  return known !== null && version !== "" && known !== version;
}

export function hideUpgradeNotice(system: string, version: string): void {
  writeStorage(keyOf(system), version);
}
