import { trackEvent } from "@canopy/contract/settings/tracking";
import { api } from "../platform/api.ts";

export interface UsageEvent {
  platform: string;
  module: string;
  action: string;
  params?: Record<string, unknown>;
}

/** The user of the events; none while signed out, or when the tenant opted out (NAV-13). */
export interface Tracked {
  tenant_id: string;
  user_id: string;
}

let tracked: Tracked | null = null;

export function trackFor(who: Tracked | null): void {
  tracked = who;
}

/** Only when signed in, and only a whole event; failures are silent: no one waits for statistics. */
export function track(event: UsageEvent): void {
  if (!tracked || !isWhole(event)) return;
  void api(trackEvent, { body: { ...event, ...tracked } }).catch(() => undefined);
}

export function isWhole({ platform, module, action }: UsageEvent): boolean {
  return platform !== "" && module !== "" && action !== "";
}
