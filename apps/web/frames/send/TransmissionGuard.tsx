import type { Thing } from "@canopy/contract/devices/thing";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { useBlocker } from "@tanstack/react-router";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { transmittedFrames } from "./transmission-words.ts";
import { leaveRunning } from "./use-attending.ts";

interface TransmissionGuardProps {
  device: Thing;
  /** What this user has started. */
  own: readonly Transmission[];
  onStop(): Promise<unknown>;
}

/** DEV-06: who started a transmission is asked before he leaves the device to it. */
export function TransmissionGuard({ device, own, onStop }: TransmissionGuardProps) {
  const t = useText();
  const isOwn = own.length > 0;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isOwn && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isOwn,
    withResolver: true,
  });
  // One that ended meanwhile leaves nothing to ask.
  if (!isOwn) return null;
  const what = own.map((one) => transmittedFrames(one, t)).join(", ");
  return (
    <Dialog
      open={status === "blocked"}
      title={t("frames.transmission.leaveTitle")}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{t("frames.transmission.stay")}</Button>
          <Button onClick={() => void leaveRunning(device.id, own).then(proceed, reset)}>
            {t("frames.transmission.leave")}
          </Button>
          <Button kind="main" onClick={() => void onStop().then(proceed, reset)}>
            {t("frames.transmission.stopAndLeave")}
          </Button>
        </>
      }
    >
      <p>{t("frames.transmission.leaveText", { device: device.name, what })}</p>
    </Dialog>
  );
}

/** The same device: its tabs all show what it sends. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  return JSON.stringify([pathname, Reflect.get(Object(search), "id") ?? ""]);
}
