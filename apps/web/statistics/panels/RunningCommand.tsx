import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { useQuery } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { meQuery } from "../../accounts/me.ts";
import { deniedOn } from "../../devices/details/may-change.ts";
import { useDeviceCommand } from "../../devices/details/use-device-command.ts";
import { TransmissionGuard } from "../../frames/send/TransmissionGuard.tsx";
import { transmissionWords } from "../../frames/send/transmission-words.ts";
import { useAttending } from "../../frames/send/use-attending.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";

interface RunningCommandProps {
  device: Thing;
  /** Of the list of this button. */
  runs: readonly Transmission[];
}

/** DEV-06: what the device goes on sending, with its stop; this page stays with what its user started, and asks before it is left. */
export function RunningCommand({ device, runs }: RunningCommandProps) {
  const t = useText();
  const { data: me } = useQuery(meQuery);
  const own = runs.filter(({ user_name }) => user_name !== null && user_name === me?.user.name);
  useAttending(device.id, own);
  const command = useDeviceCommand(device);
  const stop = async (which: readonly Transmission[]) => {
    for (const { id } of which) await command.mutateAsync({ method: "frames.stop", params: { job: id } });
  };
  return (
    <>
      {runs.length > 0 && (
        <>
          <Button
            icon={Square}
            busy={command.isPending}
            denied={deniedOn(device, sendCommand)}
            onClick={() => void stop(runs).catch(() => undefined)}
          >
            {t("frames.transmission.stop")}
          </Button>
          <p>{transmissionWords(runs, t)}</p>
        </>
      )}
      <TransmissionGuard device={device} own={own} onStop={() => stop(own)} />
    </>
  );
}
