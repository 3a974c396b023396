import { RotateCw, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { useDeletedRanges } from "../../frames/live/use-deleted-ranges.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { overlap } from "../../ui/time/timeline.ts";
import { Toolbar, type ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import { useCurveLook } from "../paint/curve-look.ts";
import { CurveDesk } from "./CurveDesk.tsx";
import { CurveMarks } from "./CurveMarks.tsx";
import "./curve-texts.ts";
import { type FullResolution, fullResolution } from "../choose/frames-of-signals.ts";
import { TreeChannel } from "../choose/TreeChannel.tsx";
import { useOtherRevision } from "../choose/use-signal-infos.ts";
import { readOverlay, writeOverlay } from "../layouts/overlay-address.ts";
import { shareItem } from "../layouts/share-item.ts";
import { useLayoutMenu } from "../layouts/use-layout-menu.tsx";
import { useOverlay } from "../layouts/use-overlay.ts";
import { useOverlayTools } from "../layouts/use-overlay-tools.tsx";
import type { HistoryLoader } from "../samples/history-loader.ts";
import { historyOf } from "../samples/sample-store.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { LoadBadges, signOf } from "./LoadBadges.tsx";
import { LoadNotice } from "./LoadNotice.tsx";
import { NewestData } from "./NewestData.tsx";
import { type Desk, useDesk } from "./use-desk.ts";
import { useHistoryScene, useLoading } from "./use-history-scene.ts";

interface HistoryCurveTabProps extends DeviceTabProps {
  /** Downloads all samples of the drawn signals. */
  onDownload(asked: FullResolution): void;
}

/** DBC-06: stored signals over any range. Panels, cursors and range are in the address. */
export function HistoryCurveTab(props: HistoryCurveTabProps) {
  const t = useText();
  const { device, timeline } = props;
  const look = useCurveLook();
  const store = useMemo(() => historyOf(device.id), [device.id]);
  const { scene, loader, onSpan, onBack, refresh, renew } = useHistoryScene(store, timeline);
  const desk = useDesk(scene, props);
  const root = useRef<HTMLDivElement>(null);
  useLoading(scene, loader, desk.keys);
  useDeletedRanges(device.id, (gone) => {
    const { fromUs, toUs } = scene.span.get();
    if (overlap(gone, { fromMs: fromUs / 1000, toMs: toUs / 1000 })) renew();
  });
  useOtherRevision(desk.signals.infos, refresh);
  const ov = props.search.ov;
  const choice = useMemo(() => readOverlay(ov), [ov]);
  const overlay = useOverlay(scene, choice, desk.keys);
  const moment = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(moment.current), []);
  // Also sets the device's moment, so that frames and map open at the cursor; written after the cursor's own keys.
  const onCursor = (atUs: number) => {
    clearTimeout(moment.current);
    moment.current = setTimeout(() => timeline.setCursor(Math.round(atUs / 1000)), 600);
  };
  const showMoment = (atMs: number) => {
    const { fromUs, toUs } = scene.span.get();
    const lengthUs = toUs - fromUs;
    // A margin of a tenth keeps the moment inside the range.
    onSpan({ fromUs: atMs * 1000 - 0.9 * lengthUs, toUs: atMs * 1000 + 0.1 * lengthUs }, true);
  };
  const overlaid = useOverlayTools({
    device,
    scene,
    items: desk.items,
    choice,
    onChoose: (chosen) => props.onSearch({ ov: writeOverlay(chosen) }),
  });
  const layouts = useLayoutMenu({
    thingsId: device.id,
    view: desk.view,
    channel: desk.channel,
    onView: desk.setView,
  });
  const back = <IconButton icon={Undo2} label={t("signals.curve.back")} onClick={onBack} />;
  const again = <IconButton icon={RotateCw} label={t("signals.curve.refresh")} onClick={refresh} />;
  const exporting = (
    <ExportMenu
      scene={scene}
      desk={desk}
      look={look}
      root={root}
      deviceName={device.name}
      onWhole={() => {
        const { fromUs, toUs } = scene.span.get();
        const infos = desk.items.map(({ info }) => info);
        props.onDownload(fullResolution(infos, { fromMs: fromUs / 1000, toMs: toUs / 1000 }));
      }}
    />
  );
  return (
    <>
      <TabTools>
        <CurveTools
          loader={loader}
          desk={desk}
          items={[
            { key: "back", content: back, priority: 3, atEnd: true },
            { key: "refresh", content: again, priority: 7, atEnd: true },
            ...overlaid.tools,
            layouts.item,
            { key: "export", content: exporting, priority: 1, atEnd: true },
          ]}
        />
      </TabTools>
      {overlaid.dialog}
      {layouts.dialog}
      <div ref={root} style={{ display: "contents" }}>
        <CurveDesk
          channels={<TreeChannel device={device} channel={desk.channel} onChange={desk.setChannel} />}
          scene={scene}
          desk={desk}
          look={look}
          overlay={overlay}
          store={store}
          onSpan={onSpan}
          onBack={onBack}
          onCursor={onCursor}
          marks={<CurveMarks thingsId={device.id} scene={scene} onMark={(atMs) => desk.setCursor("a", atMs * 1000)} />}
          notice={
            <LoadNotice
              loader={loader}
              keys={desk.keys}
              scene={scene}
              onRetry={refresh}
              whereData={<NewestData thingsId={device.id} keys={desk.keys} onShow={showMoment} />}
            />
          }
        />
      </div>
    </>
  );
}

interface CurveToolsProps {
  loader: HistoryLoader;
  desk: Desk;
  items: readonly ToolbarItem[];
}

/** Follows the loading by itself: its steps do not draw the desk anew. */
function CurveTools({ loader, desk, items }: CurveToolsProps) {
  const t = useText();
  const state = useStore(loader.state);
  const badges = <LoadBadges state={state} signals={desk.signals} keys={desk.keys} />;
  const load = { key: "load", content: badges, sign: signOf(state, desk.keys), priority: 9, atEnd: true };
  return <Toolbar label={t("signals.curve.tools")} items={[load, ...items]} menu={[shareItem(t)]} />;
}
