import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { KeyboardHints } from "../../ui/float/KeyboardHints.tsx";
import { pageKeysStore } from "../../ui/keys/page-keys.ts";

/** The list behind `?`: the keys of this page, then those of every page. */
export function ShortcutList({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  const ofPage = useStore(pageKeysStore);
  const hints = [
    { keys: [["Ctrl", "K"]], text: t("app.keys.palette") },
    { keys: [["g"], ["h"]], text: t("app.keys.home") },
    { keys: [["g"], ["v"]], text: t("app.keys.cars") },
    { keys: [["Ctrl", "Enter"]], text: t("app.keys.submit") },
    { keys: [["?"]], text: t("app.keys.list") },
    { keys: [["Esc"]], text: t("app.keys.close") },
  ];
  const groups = [...ofPage, { title: t("app.keys.everywhere"), hints }];
  return <KeyboardHints open={open} onClose={onClose} groups={groups} />;
}
