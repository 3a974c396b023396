import type { TextKey } from "../../platform/i18n.ts";
import { PAGE_TABLE, type PageRow } from "../page-table.ts";

export interface FoundPage {
  path: string;
  title: string;
}

interface Finder {
  titleOf(key: TextKey): string;
  isSystemManager: boolean;
}

/** Pages whose name or path contains the text; those that begin with it first. */
export function findPages(typed: string, { titleOf, isSystemManager }: Finder): FoundPage[] {
  const wanted = typed.trim().toLowerCase();
  const rank = ({ title, path }: FoundPage) => {
    if (title.toLowerCase().startsWith(wanted)) return 0;
    if (title.toLowerCase().includes(wanted)) return 1;
    return path.toLowerCase().includes(wanted) ? 2 : -1;
  };
  return PAGE_TABLE.filter((page: PageRow) => isReachable(page) && (!page.forSystemManager || isSystemManager))
    .map((page: PageRow) => ({ path: page.path, title: titleOf(page.title) }))
    .map((page) => ({ page, at: rank(page) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || Number(isShellPage(b.page)) - Number(isShellPage(a.page)))
    .map(({ page }) => page);
}

/** Public pages and the screens, which need a hand-over, are left out for a signed-in user. */
function isReachable(page: PageRow): boolean {
  return !page.isDetail && (isShellPage(page) || page.path === "/doc");
}

function isShellPage({ path }: { path: string }): boolean {
  return path.startsWith("/Container/");
}
