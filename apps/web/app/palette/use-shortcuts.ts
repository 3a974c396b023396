import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { tinykeys } from "tinykeys";
import { isForPage } from "../../ui/keys/is-for-page.ts";
import { addressOfPage } from "../kept-addresses.ts";

interface Shortcuts {
  onPalette(): void;
  onList(): void;
}

/** Ctrl-K everywhere; the others only outside text fields and dialogs. */
export function useShortcuts({ onPalette, onList }: Shortcuts): void {
  const navigate = useNavigate();
  useEffect(() => {
    const calm = (action: () => void) => (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      event.preventDefault();
      action();
    };
    const go = (path: string) => calm(() => void navigate({ href: addressOfPage(path) }));
    return tinykeys(window, {
      "$mod+k": (event) => {
        event.preventDefault();
        onPalette();
      },
      // Some layouts need Shift for it, some do not.
      "?": calm(onList),
      "Shift+?": calm(onList),
      "g h": go("/Container/HomePage"),
      "g v": go("/Container/CarManager"),
    });
  }, [onPalette, onList, navigate]);
}
