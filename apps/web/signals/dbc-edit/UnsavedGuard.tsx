import "./edit-texts.ts";
import { useBlocker } from "@tanstack/react-router";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";

/** Asks before unsaved changes are lost: when another file or page is opened, and when the window is closed. */
export function UnsavedGuard({ count }: { count: number }) {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => count > 0 && placeOf(current) !== placeOf(next),
    enableBeforeUnload: count > 0,
    withResolver: true,
  });
  return (
    <Dialog
      open={status === "blocked"}
      title={t("signals.edit.leaveTitle")}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{t("signals.edit.stay")}</Button>
          <Button kind="danger" onClick={() => proceed?.()}>
            {t("signals.edit.discard")}
          </Button>
        </>
      }
    >
      <p>{t("signals.edit.leave", { count })}</p>
    </Dialog>
  );
}

/** The same file and revision; the rest of the address may change. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  const words = typeof search === "object" && search !== null ? search : {};
  return JSON.stringify([pathname, ...["dbc", "rev"].map((key) => Reflect.get(words, key) ?? "")]);
}
