import { Share2 } from "lucide-react";
import type { useText } from "../../platform/i18n.ts";
import type { MenuItem } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import "../curves/curve-texts.ts";

/** The address contains the whole view: range, panels, cursors. */
export function shareItem(t: ReturnType<typeof useText>): MenuItem {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      addNote({ tone: "done", text: t("signals.curve.shared") });
    } catch {
      addNote({ tone: "ordinary", text: t("ui.copy.failed") });
    }
  };
  return { key: "share", icon: Share2, label: t("signals.curve.share"), onSelect: () => void copy() };
}
