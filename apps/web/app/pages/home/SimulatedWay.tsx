import { type connectInfo, startSimulated } from "@canopy/contract/devices/connect";
import { deviceErrors } from "@canopy/contract/devices/errors";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useMutation } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { callDenied } from "../../../accounts/permissions.ts";
import { api } from "../../../platform/api.ts";
import { codeText, troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import type { Awaited } from "./awaited-device.ts";
import { ConnectWay, type ConnectWayProps, Points } from "./ConnectWay.tsx";

type SimulatedWayProps = Pick<ConnectWayProps, "chosen" | "onChoose" | "icon"> & {
  info: Reply<typeof connectInfo> | undefined;
  onMade(device: Awaited): void;
};

const POINTS = [1, 2, 3, 4] as const;

export function SimulatedWay({ info, onMade, ...common }: SimulatedWayProps) {
  const t = useText();
  const starting = useMutation({
    mutationFn: () => api(startSimulated, {}),
    onSuccess: ({ data }) => onMade({ thingsId: data.id, deviceId: data.third_things_id, name: data.name }),
  });
  const unavailable = info?.simulator === "unavailable" ? codeText(deviceErrors.simulatorUnavailable.code) : undefined;
  const denied = callDenied(startSimulated) ?? unavailable;
  return (
    <ConnectWay
      {...common}
      title={t("app.home.simulated")}
      note={t("app.home.simulatedNote")}
      problem={starting.error ? troubleOf(starting.error).text : undefined}
      actions={
        <Button icon={ArrowRight} busy={starting.isPending} denied={denied} onClick={() => starting.mutate()}>
          {t(info?.simulator === "running" ? "app.home.simulatedShow" : "app.home.simulatedStart")}
        </Button>
      }
    >
      <Points texts={POINTS.map((n) => t(`app.home.simulated${n}`))} />
    </ConnectWay>
  );
}
