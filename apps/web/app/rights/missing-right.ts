import type { Access } from "@canopy/contract/platform/endpoint";
import { useEffect, useRef } from "react";
import type { Me } from "../../accounts/me.ts";
import { createStore } from "../../platform/kept.ts";

/** `some`: the user has fewer rights than when the page was opened. */
export type MissingRight = Access | "some";

/** What the band above the page says, until it is closed or the page is left. */
export const missingRight = createStore<MissingRight | null>(null);

/** Another sign-in of the same user, in another tab, may have brought fewer rights (USR-04). */
export function useLostRights(me: Me | undefined): void {
  const known = useRef(me);
  useEffect(() => {
    const before = known.current;
    known.current = me ?? before;
    if (!me || before?.user.id !== me.user.id) return;
    const names = new Set(me.privileges.apis);
    const isLess = before.privileges.apis.some((name) => !names.has(name));
    // A right that was refused by name says more.
    if (isLess && missingRight.get() === null) missingRight.set("some");
  }, [me]);
}
