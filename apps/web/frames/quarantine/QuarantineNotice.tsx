import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { QuarantineDialog } from "./QuarantineDialog.tsx";
import { quarantineQuery } from "./quarantine-queries.ts";
import "./quarantine-texts.ts";

const LOOK_AGAIN_MS = 60_000;

/** DAT-08: says quietly that something is kept outside the history, and leads to it. */
export function QuarantineNotice({ device, timeline }: Pick<DeviceTabProps, "device" | "timeline">) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...quarantineQuery(device.id, 1), refetchInterval: LOOK_AGAIN_MS });
  const frames = data?.totals.frames ?? 0;
  return (
    <>
      {frames > 0 && (
        <Banner level="tip">
          <span>{t("frames.quarantine.notice", { count: formatNumber(frames) })}</span>{" "}
          <Button kind="link" onClick={() => setOpen(true)}>
            {t("frames.quarantine.open")}
          </Button>
        </Banner>
      )}
      {isOpen && (
        <QuarantineDialog
          device={device}
          onShow={(range) => {
            timeline.setRange(range);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
