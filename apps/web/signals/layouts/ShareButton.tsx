import { Share2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import "../curves/curve-texts.ts";

/** The address contains the whole view: range, panels, cursors. */
export function ShareButton() {
  const t = useText();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      addNote({ tone: "done", text: t("signals.curve.shared") });
    } catch {
      addNote({ tone: "ordinary", text: t("ui.copy.failed") });
    }
  };
  return <IconButton edge icon={Share2} label={t("signals.curve.share")} onClick={() => void copy()} />;
}
