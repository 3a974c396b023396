import { z } from "zod";
import type { TextKey } from "../../platform/i18n.ts";
import { type PageRow, pageAt } from "../page-table.ts";
import { HOME, safeReturn } from "../session/return-address.ts";
import { WAY_KEY } from "./help-address.ts";

const way = z.object({ href: z.string(), title: z.string().nullish() });

export interface WayBack {
  readonly href: string;
  /** Of a device, a vehicle, a fence: its own name. */
  readonly title?: string;
  readonly titleKey: TextKey;
}

/** The page that the help was opened from; the home page where it was opened by its address. */
export function wayBack(kept = readWay(), origin = location.origin): WayBack {
  const { href = HOME, title } = way.safeParse(kept).data ?? {};
  const safe = safeReturn(href, origin);
  const page: PageRow | undefined = pageAt(new URL(safe, origin).pathname);
  const isNamed = safe === href && page?.isDetail && title;
  return { href: safe, titleKey: page?.title ?? "app.page.home", ...(isNamed ? { title } : {}) };
}

function readWay(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(WAY_KEY) ?? "null");
  } catch {
    return null;
  }
}
