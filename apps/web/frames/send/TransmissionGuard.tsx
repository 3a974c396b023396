import type { Thing } from "@canopy/contract/devices/thing";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { meQuery } from "../../accounts/me.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { transmittedFrames } from "./transmission-words.ts";

interface TransmissionGuardProps {
  device: Thing;
  list: readonly Transmission[];
  onStop(): Promise<unknown>;
}

/** DEV-06: who started a transmission is asked before he leaves the device to it. */
export function TransmissionGuard({ device, list, onStop }: TransmissionGuardProps) {
  const t = useText();
  const { data: me } = useQuery(meQuery);
  const own = list.find(({ user_name }) => user_name !== null && user_name === me?.user.name);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => own !== undefined && placeOf(current) !== placeOf(next),
    enableBeforeUnload: own !== undefined,
    withResolver: true,
  });
  // One that ended meanwhile leaves nothing to ask.
  if (!own) return null;
  return (
    <Dialog
      open={status === "blocked"}
      title={t("frames.transmission.leaveTitle")}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{t("frames.transmission.stay")}</Button>
          <Button onClick={() => proceed?.()}>{t("frames.transmission.leave")}</Button>
          <Button kind="main" onClick={() => void onStop().then(proceed, reset)}>
            {t("frames.transmission.stopAndLeave")}
          </Button>
        </>
      }
    >
      <p>{t("frames.transmission.leaveText", { device: device.name, what: transmittedFrames(own, t) })}</p>
    </Dialog>
  );
}

/** The same device: its tabs all show what it sends. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  return JSON.stringify([pathname, Reflect.get(Object(search), "id") ?? ""]);
}
