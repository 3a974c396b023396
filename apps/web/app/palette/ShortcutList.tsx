import { useText } from "../../platform/i18n.ts";
import { KeyboardHints } from "../../ui/float/KeyboardHints.tsx";

/** What `?` shows. */
export function ShortcutList({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  const hints = [
    { keys: [["Ctrl", "K"]], text: t("app.keys.palette") },
    { keys: [["g"], ["h"]], text: t("app.keys.home") },
    { keys: [["g"], ["v"]], text: t("app.keys.cars") },
    { keys: [["?"]], text: t("app.keys.list") },
    { keys: [["Esc"]], text: t("app.keys.close") },
  ];
  return <KeyboardHints open={open} onClose={onClose} groups={[{ title: t("app.keys.everywhere"), hints }]} />;
}
