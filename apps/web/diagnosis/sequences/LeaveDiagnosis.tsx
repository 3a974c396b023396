import { useBlocker } from "@tanstack/react-router";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import type { Desk } from "../desk/use-desk.ts";
import "./sequence-texts.ts";

/** UDS-01: whoever has the session is asked before leaving the diagnosis; a window that is closed ends it by time. */
export function LeaveDiagnosis({ desk }: { desk: Desk }) {
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => desk.isMine && placeOf(current) !== placeOf(next),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <Dialog
      open={status === "blocked"}
      title={t("diagnosis.leave.title")}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{t("diagnosis.leave.stay")}</Button>
          <Button onClick={() => proceed?.()}>{t("diagnosis.leave.leave")}</Button>
          <Button
            kind="main"
            busy={desk.end.isPending}
            onClick={() =>
              void desk.end.mutateAsync().then(
                () => proceed?.(),
                () => reset?.(),
              )
            }
          >
            {t("diagnosis.leave.end")}
          </Button>
        </>
      }
    >
      <p>{t("diagnosis.leave.text", { device: desk.device.name })}</p>
    </Dialog>
  );
}

/** The diagnosis of the same device: its tabs all keep the session. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  return JSON.stringify([pathname, ...["id", "tab"].map((key) => Reflect.get(Object(search), key) ?? "")]);
}
