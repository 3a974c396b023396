import { PAGE_TABLE, type PageRow } from "./page-table.ts";

/** NAV-06: kept pages remember their address, filters and page included; the menu leads back to it. */
const addresses = new Map<string, string>();

export const KEPT_PATHS: readonly string[] = PAGE_TABLE.filter((page: PageRow) => page.kept).map(({ path }) => path);

/** Called with every address that is shown. */
export function rememberAddress(path: string, search: string): void {
  if (KEPT_PATHS.includes(path)) addresses.set(path, search);
}

/** Where a link to this page leads. */
export function addressOfPage(path: string): string {
  return `${path}${addresses.get(path) ?? ""}`;
}

/** Another user finds none of it. */
export function forgetAddresses(): void {
  addresses.clear();
}
