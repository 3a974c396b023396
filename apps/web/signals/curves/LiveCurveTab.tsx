import { Pause, Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { useDeletedRanges } from "../../frames/live/use-deleted-ranges.ts";
import { codeText } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import { useCurveLook } from "../paint/curve-look.ts";
import { CurveDesk } from "./CurveDesk.tsx";
import "./curve-texts.ts";
import { TreeChannel } from "../choose/TreeChannel.tsx";
import { useLayoutMenu } from "../layouts/use-layout-menu.tsx";
import { historyOf } from "../samples/sample-store.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { useDesk } from "./use-desk.ts";
import { useFrames, useLiveScene, useStoredBefore } from "./use-live-scene.ts";
import { useThrottled } from "./use-throttled.ts";

const WINDOWS_S = [5, 10, 30, 60, 300, 600] as const;
const DEFAULT_S = 30;

/** DBC-05: live signals, decoded in the page and drawn with every animation frame. */
export function LiveCurveTab(props: DeviceTabProps) {
  const t = useText();
  const { device, search, onSearch } = props;
  const look = useCurveLook();
  const root = useRef<HTMLDivElement>(null);
  const windowS = WINDOWS_S.find((seconds) => String(seconds) === search.win) ?? DEFAULT_S;
  const live = useLiveScene(device.id, windowS);
  const { source, scene } = live;
  const [paused, setPaused] = useState(false);
  const desk = useDesk(scene, props);
  const ended = useFrames(device.id, live);
  useThrottled(scene.arrivals, 1000);
  useStoredBefore(live, desk, windowS, paused);
  useDeletedRanges(device.id, () => {
    live.loader.refresh();
    scene.arrived();
  });
  useEffect(() => {
    if (paused) return;
    let frame = requestAnimationFrame(function follow() {
      live.follow(windowS);
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [paused, live, windowS]);

  const pause = (on: boolean) => {
    if (on) source.pause();
    else source.resume();
    setPaused(on);
    scene.draw("all");
  };
  const layouts = useLayoutMenu({
    thingsId: device.id,
    view: desk.view,
    channel: desk.channel,
    onView: desk.setView,
  });
  const said = paused ? (
    <Chip tone="ordinary">{t("signals.live.pausedNote", { count: formatNumber(source.collected) })}</Chip>
  ) : (
    source.newestUs === 0 && desk.keys.length > 0 && <Chip>{t("signals.live.waiting")}</Chip>
  );
  const windows = (
    <Select
      aria-label={t("signals.live.window")}
      options={WINDOWS_S.map((s) => ({
        value: String(s),
        label: s < 60 ? t("signals.live.seconds", { n: s }) : t("signals.live.minutes", { n: s / 60 }),
      }))}
      value={String(windowS)}
      onChange={(value) => onSearch({ win: value === String(DEFAULT_S) ? undefined : value })}
    />
  );
  const pauseButton = (
    <Button icon={paused ? Play : Pause} aria-pressed={paused} onClick={() => pause(!paused)}>
      {t(paused ? "signals.live.resume" : "signals.live.pause")}
    </Button>
  );
  const exporting = <ExportMenu scene={scene} desk={desk} look={look} root={root} deviceName={device.name} />;
  return (
    <>
      <TabTools>
        <Toolbar
          label={t("signals.curve.tools")}
          items={[
            { key: "state", content: said, sign: said ? 1 : 0, priority: 9, atEnd: true },
            { key: "window", content: windows, priority: 3, atEnd: true },
            layouts.item,
            { key: "export", content: exporting, priority: 4, atEnd: true },
            { key: "pause", content: pauseButton, atEnd: true },
          ]}
        />
      </TabTools>
      {layouts.dialog}
      {ended && (
        <Banner level="ordinary" alert>
          {codeText(ended) ?? t("signals.live.ended", { code: ended })}
        </Banner>
      )}
      {!device.online && !ended && <Banner level="tip">{t("signals.live.offline")}</Banner>}
      <div ref={root} style={{ display: "contents" }}>
        <CurveDesk
          channels={<TreeChannel device={device} channel={desk.channel} onChange={desk.setChannel} />}
          scene={scene}
          desk={desk}
          look={look}
          overlay={null}
          store={paused ? historyOf(device.id) : null}
          onSpan={(span) => {
            // Dragging a live curve pauses it; older samples are loaded from the store.
            if (!source.isPaused) pause(true);
            scene.span.set(span);
          }}
          onBack={() => pause(false)}
        />
      </div>
    </>
  );
}
