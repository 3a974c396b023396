import { useText } from "../../platform/i18n.ts";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import "./curve-texts.ts";

/** Keys and gestures of the panels for the list under `?`; the stage handles them. */
export function useCurveKeys(): void {
  const t = useText();
  usePageKeys(t("signals.curve.stage"), [
    { keys: [["A"], ["B"]], text: t("signals.keys.cursor") },
    { keys: [["←"], ["→"]], text: t("signals.keys.step") },
    { keys: [["Esc"]], text: t("signals.keys.clear") },
    { keys: [[t("signals.keys.wheel")], ["+"], ["−"]], text: t("signals.keys.zoom") },
    { keys: [[t("signals.keys.drag")]], text: t("signals.keys.pan") },
    { keys: [["Shift", t("signals.keys.drag")]], text: t("signals.keys.select") },
    { keys: [[t("signals.keys.doubleClick")], ["⌫"]], text: t("signals.keys.back") },
    { keys: [["1"], ["8"]], text: t("signals.keys.panel") },
    { keys: [["N"]], text: t("signals.keys.newPanel") },
  ]);
}
