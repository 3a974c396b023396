import { Maximize2, Undo2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { type DeviceTabProps, TabTools } from "../devices/details/device-tab.tsx";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { ChannelSelect } from "../signals/choose/TreeChannel.tsx";
import { CurveDesk } from "../signals/curves/CurveDesk.tsx";
import { ExportMenu } from "../signals/curves/ExportMenu.tsx";
import { LoadBadges, signOf } from "../signals/curves/LoadBadges.tsx";
import { LoadNotice } from "../signals/curves/LoadNotice.tsx";
import { useDesk } from "../signals/curves/use-desk.ts";
import { useHistoryScene, useLoading } from "../signals/curves/use-history-scene.ts";
import { useLayoutMenu } from "../signals/layouts/use-layout-menu.tsx";
import { useCurveLook } from "../signals/paint/curve-look.ts";
import { IconButton } from "../ui/marks/IconButton.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { Toolbar, type ToolbarItem } from "../ui/toolbar/Toolbar.tsx";
import type { LocalLogFacts } from "./local-log.ts";
import type { OpenLog } from "./open-log.ts";
import "./texts.ts";
import { useFollowed } from "./use-followed.ts";

interface LocalCurvesProps extends Pick<DeviceTabProps, "device" | "search" | "onSearch"> {
  name: string;
  facts: LocalLogFacts;
  log: OpenLog;
  /** Of the page: they stand in the same line. */
  tools: readonly ToolbarItem[];
}

/** The curves of the history, over a log that is open here: decoded and reduced by its worker. */
export function LocalCurves({ name, facts, log, tools, ...tab }: LocalCurvesProps) {
  const t = useText();
  const look = useCurveLook();
  const root = useRef<HTMLDivElement>(null);
  const whole = wholeOf(facts);
  const [range, setRange] = useState(whole);
  const { scene, loader, onSpan, onBack, refresh } = useHistoryScene(log, { live: false, range, setRange });
  const desk = useDesk(scene, tab, facts.channels[0]);
  const state = useStore(loader.state);
  const { infos } = desk.signals;
  // Without its definition a signal cannot be decoded here.
  const keys = useMemo(() => desk.keys.filter((key) => infos.has(key)), [desk.keys, infos]);
  useFollowed(log, infos, refresh);
  useLoading(scene, loader, keys);
  const layouts = useLayoutMenu({
    thingsId: tab.device.id,
    view: desk.view,
    channel: desk.channel,
    onView: desk.setView,
  });
  const badges = <LoadBadges state={state} signals={desk.signals} keys={keys} />;
  const back = <IconButton icon={Undo2} label={t("signals.curve.back")} onClick={onBack} />;
  const wholeButton = (
    <IconButton icon={Maximize2} label={t("transfers.local.whole")} onClick={() => setRange(whole)} />
  );
  const exporting = <ExportMenu scene={scene} desk={desk} look={look} root={root} deviceName={name} />;
  return (
    <>
      <TabTools>
        <Toolbar
          label={t("signals.curve.tools")}
          items={[
            ...tools,
            { key: "load", content: badges, sign: signOf(state, keys), priority: 9, atEnd: true },
            { key: "back", content: back, priority: 6, atEnd: true },
            { key: "whole", content: wholeButton, priority: 7, atEnd: true },
            layouts.item,
            { key: "export", content: exporting, priority: 5, atEnd: true },
          ]}
        />
      </TabTools>
      {layouts.dialog}
      <div ref={root} style={{ display: "contents" }}>
        <CurveDesk
          channels={<ChannelSelect channels={facts.channels} channel={desk.channel} onChange={desk.setChannel} />}
          scene={scene}
          desk={desk}
          look={look}
          overlay={null}
          store={log}
          onSpan={onSpan}
          onBack={onBack}
          notice={<LoadNotice loader={loader} keys={keys} scene={scene} onRetry={refresh} />}
        />
      </div>
    </>
  );
}

/** From the first frame to the last; a single one has a second around it. */
function wholeOf({ firstUs, lastUs }: LocalLogFacts): TimeSpan {
  const fromMs = Math.floor(firstUs / 1000);
  return { fromMs, toMs: Math.max(Math.ceil(lastUs / 1000), fromMs + (lastUs > firstUs ? 1 : 1000)) };
}
