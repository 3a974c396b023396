import "./edit-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";

/** The same file and revision; the rest of the address may change. */
const PLACE = ["dbc", "rev"];

/** Asks before unsaved changes are lost: when another file or page is opened, and when the window is closed. */
export function UnsavedGuard({ count }: { count: number }) {
  const t = useText();
  const texts = {
    title: t("signals.edit.leaveTitle"),
    text: t("signals.edit.leave", { count }),
    stay: t("signals.edit.stay"),
    drop: t("signals.edit.discard"),
  };
  return <LeaveGuard isUnkept={count > 0} place={PLACE} texts={texts} />;
}
