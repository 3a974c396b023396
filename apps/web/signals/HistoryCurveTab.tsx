import { RotateCw, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { type DeviceTabProps, TabTools } from "../devices/device-tab.tsx";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { Chip } from "../ui/Chip.tsx";
import { FailedState } from "../ui/FailedState.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { CurveDesk } from "./CurveDesk.tsx";
import { CurveMarks } from "./CurveMarks.tsx";
import { useCurveLook } from "./curve-look.ts";
import "./curve-texts.ts";
import styles from "./curves.module.css";
import { ExportMenu } from "./ExportMenu.tsx";
import type { LoadState } from "./history-loader.ts";
import { LayoutMenu } from "./LayoutMenu.tsx";
import { OverlayTools } from "./OverlayTools.tsx";
import { readOverlay, writeOverlay } from "./overlay-address.ts";
import { ShareButton } from "./ShareButton.tsx";
import { useDesk } from "./use-desk.ts";
import { useHistoryScene, useLoading } from "./use-history-scene.ts";
import { useOverlay } from "./use-overlay.ts";
import { useSlowly } from "./use-scene-value.ts";
import type { SignalInfos } from "./use-signal-infos.ts";

/** DBC-06: stored signals over any range. Panels, cursors and range are in the address. */
export function HistoryCurveTab(props: DeviceTabProps) {
  const t = useText();
  const { device, timeline } = props;
  const look = useCurveLook();
  const { scene, loader, onSpan, onBack, refresh } = useHistoryScene(device.id, timeline);
  const desk = useDesk(scene, props);
  const state = useStore(loader.state);
  const root = useRef<HTMLDivElement>(null);
  useLoading(scene, loader, desk.keys);
  const ov = props.search.ov;
  const choice = useMemo(() => readOverlay(ov), [ov]);
  const overlay = useOverlay(scene, choice, desk.keys);
  const moment = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(moment.current), []);
  // The moment of the device goes along, so that frames and map open where one looked; after the cursor's own words.
  const onCursor = (atUs: number) => {
    clearTimeout(moment.current);
    moment.current = setTimeout(() => timeline.setCursor(Math.round(atUs / 1000)), 600);
  };
  return (
    <>
      <TabTools>
        <div className={styles.badges}>
          <Badges state={state} signals={desk.signals} keys={desk.keys} />
          <IconButton icon={Undo2} label={t("signals.curve.back")} onClick={onBack} />
          <IconButton icon={RotateCw} label={t("signals.curve.refresh")} onClick={() => refresh(timeline.range)} />
          <OverlayTools
            device={device}
            scene={scene}
            items={desk.items}
            choice={choice}
            onChoose={(chosen) => props.onSearch({ ov: writeOverlay(chosen) })}
          />
          <ShareButton />
          <LayoutMenu thingsId={device.id} view={desk.view} channel={desk.channel} onView={desk.setView} />
          <ExportMenu scene={scene} desk={desk} look={look} root={root} deviceName={device.name} />
        </div>
      </TabTools>
      <div ref={root} style={{ display: "contents" }}>
        <CurveDesk
          device={device}
          scene={scene}
          desk={desk}
          look={look}
          overlay={overlay}
          isFixed={false}
          statisticsOf={device.id}
          onSpan={onSpan}
          onBack={onBack}
          onCursor={onCursor}
          marks={<CurveMarks thingsId={device.id} scene={scene} onMark={(atMs) => desk.setCursor("a", atMs * 1000)} />}
          notice={<Notice state={state} keys={desk.keys} scene={scene} onRetry={() => refresh(timeline.range)} />}
        />
      </div>
    </>
  );
}

/** Which DBC decoded it, and whether every sample is there. */
function Badges({ state, signals, keys }: { state: LoadState; signals: SignalInfos; keys: readonly string[] }) {
  const t = useText();
  const drawn = keys.flatMap((key) => {
    const item = state.items.get(key);
    const info = signals.infos.get(key);
    return item?.ok && info ? [{ item, info }] : [];
  });
  if (drawn.length === 0) return null;
  const dbcs = new Map(drawn.map(({ item, info }) => [info.dbcId, { name: info.dbcName, revision: item.revision }]));
  const count = formatNumber(drawn.reduce((sum, { item }) => sum + item.count, 0));
  const isReduced = drawn.some(({ item }) => item.samples.pixelUs !== null);
  return (
    <>
      {[...dbcs].map(([id, values]) => (
        <Chip key={id} tone="green">
          {t("signals.curve.dbc", values)}
        </Chip>
      ))}
      <span data-curve-kind={isReduced ? "pixels" : "raw"}>
        <Chip>
          {t(isReduced ? "signals.curve.pixels" : "signals.curve.raw", { count, ms: Math.round(state.tookMs ?? 0) })}
        </Chip>
      </span>
    </>
  );
}

interface NoticeProps {
  state: LoadState;
  keys: readonly string[];
  scene: ReturnType<typeof useHistoryScene>["scene"];
  onRetry(): void;
}

function Notice({ state, keys, scene, onRetry }: NoticeProps) {
  const t = useText();
  const span = useSlowly(scene.span, 250);
  useSlowly(scene.arrivals, 250);
  const answers = keys.flatMap((key) => state.items.get(key) ?? []);
  const failed = answers.find((item) => !item.ok);
  const isEmpty =
    !state.busy &&
    answers.length === keys.length &&
    answers.some((item) => item.ok) &&
    keys.every((key) => {
      const { times, length } = scene.source.read(key, span);
      return length === 0 || (times[0] as number) > span.toUs || (times[length - 1] as number) < span.fromUs;
    });
  return (
    <>
      {state.busy && <div className={styles.bar} data-loading="true" />}
      {state.error !== null && answers.length === 0 && (
        <div className={styles.over}>
          <FailedState title={t("signals.curve.failed")} trouble={troubleOf(state.error)} onRetry={onRetry} />
        </div>
      )}
      {isEmpty && (
        <div className={styles.noData}>
          <p role="status">{t("signals.curve.noData")}</p>
        </div>
      )}
      {!isEmpty && failed && !failed.ok && answers.every((item) => !item.ok) && (
        <div className={styles.noData}>
          <p role="status">{codeText(failed.code) ?? failed.message}</p>
        </div>
      )}
    </>
  );
}
