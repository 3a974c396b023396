import { Pause, Play } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { liveClient } from "../../frames/live/live-client.ts";
import { codeText } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { useCurveLook } from "../paint/curve-look.ts";
import { CurveDesk } from "./CurveDesk.tsx";
import { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { TreeChannel } from "../choose/TreeChannel.tsx";
import { LayoutMenu } from "../layouts/LayoutMenu.tsx";
import { LiveClock } from "../samples/live-clock.ts";
import { LiveSource } from "../samples/live-source.ts";
import styles from "./curves.module.css";
import { ExportMenu } from "./ExportMenu.tsx";
import { useDesk } from "./use-desk.ts";
import { useSlowly } from "./use-scene-value.ts";

const WINDOWS_S = [5, 10, 30, 60, 300, 600] as const;
const DEFAULT_S = 30;

/** DBC-05: signals as they arrive, decoded in this page and drawn with every frame of the screen. */
export function LiveCurveTab(props: DeviceTabProps) {
  const t = useText();
  const { device, search, onSearch } = props;
  const look = useCurveLook();
  const root = useRef<HTMLDivElement>(null);
  const [paused, setPaused] = useState(false);
  const [ended, setEnded] = useState<string | null>(null);
  const windowS = WINDOWS_S.find((seconds) => String(seconds) === search.win) ?? DEFAULT_S;
  const { source, scene, clock } = useLiveScene(device.id, windowS);
  const desk = useDesk(scene, props);
  useSlowly(scene.arrivals, 1000);

  useEffect(() => {
    source.follow([...desk.signals.infos.values()]);
    scene.draw("all");
  }, [source, scene, desk.signals.infos]);
  useEffect(() => {
    setEnded(null);
    return liveClient().watchFrames(
      { deviceId: device.id },
      {
        onBatch: (batch, { isFilled }) => {
          source.add(batch);
          if (!isFilled) clock.heard(source.newestUs, Date.now() * 1000);
          scene.arrived();
        },
        onError: setEnded,
      },
    );
  }, [device.id, source, scene, clock]);
  useEffect(() => {
    if (paused) return;
    let frame = requestAnimationFrame(function follow() {
      const toUs = clock.shownUs(Date.now() * 1000);
      scene.span.set({ fromUs: toUs - windowS * 1_000_000, toUs });
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [paused, scene, clock, windowS]);

  const pause = () => {
    if (source.isPaused) source.resume();
    else source.pause();
    setPaused(source.isPaused);
    scene.draw("all");
  };
  return (
    <>
      <TabTools>
        <div className={styles.badges}>
          {paused ? (
            <Chip tone="ordinary">{t("signals.live.pausedNote", { count: formatNumber(source.collected) })}</Chip>
          ) : (
            source.newestUs === 0 && desk.keys.length > 0 && <Chip>{t("signals.live.waiting")}</Chip>
          )}
          <Select
            aria-label={t("signals.live.window")}
            options={WINDOWS_S.map((s) => ({
              value: String(s),
              label: s < 60 ? t("signals.live.seconds", { n: s }) : t("signals.live.minutes", { n: s / 60 }),
            }))}
            value={String(windowS)}
            onChange={(value) => onSearch({ win: value === String(DEFAULT_S) ? undefined : value })}
          />
          <Button icon={paused ? Play : Pause} aria-pressed={paused} onClick={pause}>
            {t(paused ? "signals.live.resume" : "signals.live.pause")}
          </Button>
          <LayoutMenu thingsId={device.id} view={desk.view} channel={desk.channel} onView={desk.setView} />
          <ExportMenu scene={scene} desk={desk} look={look} root={root} deviceName={device.name} />
        </div>
      </TabTools>
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
          isFixed={!paused}
          store={null}
          onSpan={(span) => scene.span.set(span)}
          onBack={() => undefined}
        />
      </div>
    </>
  );
}

function useLiveScene(thingsId: string, windowS: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device, another scene; the window only moves it
  return useMemo(() => {
    const nowUs = Date.now() * 1000;
    const source = new LiveSource();
    const scene = new CurveScene(source, { fromUs: nowUs - windowS * 1_000_000, toUs: nowUs });
    return { source, scene, clock: new LiveClock() };
  }, [thingsId]);
}
