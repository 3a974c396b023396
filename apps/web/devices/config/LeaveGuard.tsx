import { useBlocker } from "@tanstack/react-router";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";

interface LeaveGuardProps {
  isUnkept: boolean;
  onKeep(): void;
}

/** Asks before changes are lost: on the way to another page or tab, and when the window is closed. */
export function LeaveGuard({ isUnkept, onKeep }: LeaveGuardProps) {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnkept && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isUnkept,
    withResolver: true,
  });
  const isAsked = status === "blocked";
  return (
    <Dialog
      open={isAsked}
      title={t("devices.config.unsavedTitle")}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{t("ui.action.cancel")}</Button>
          <Button kind="danger" onClick={() => proceed?.()}>
            {t("devices.config.leave")}
          </Button>
          <Button
            kind="main"
            onClick={() => {
              onKeep();
              proceed?.();
            }}
          >
            {t("devices.config.keepAndLeave")}
          </Button>
        </>
      }
    >
      <p>{t("devices.config.unsavedText")}</p>
    </Dialog>
  );
}

/** The same device and tab: other parameters belong to this tab. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  const words = typeof search === "object" && search !== null ? search : {};
  return JSON.stringify([pathname, ...["id", "tab", "sub"].map((key) => Reflect.get(words, key) ?? "")]);
}
