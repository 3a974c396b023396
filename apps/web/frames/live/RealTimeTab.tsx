import { Pause, Play } from "lucide-react";
import { use, useCallback, useEffect, useMemo, useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { liveStore } from "../../platform/live.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import { DbcChoice, namesOf } from "../filter/DbcChoice.tsx";
import { filterItems } from "../filter/filter-items.tsx";
import { frameTest } from "../filter/filter-resolve.ts";
import { framesAround } from "../history/history-reader.ts";
import { addressOfHistory, isFiltered, resolvedOf } from "../history/history-search.ts";
import { SaveFrames } from "../history/SaveFrames.tsx";
import { useFrameSearch } from "../history/use-frame-search.ts";
import { useFrameDecoders } from "../rows/use-frame-decoders.ts";
import { SendingPane } from "../send/SendingPane.tsx";
import { useSendDraft } from "../send/use-send-draft.ts";
import { FrameTable } from "../table/FrameTable.tsx";
import { FrameWaysContext } from "../table/frame-ways.ts";
import { SelectionBar } from "../table/SelectionBar.tsx";
import type { TableFrame } from "../table/table-frame.ts";
import { ViewMenu } from "../table/ViewMenu.tsx";
import { LiveFacts, PausedNote } from "./LiveFacts.tsx";
import styles from "./live.module.css";
import "./live-texts.ts";
import { useLiveFrames } from "./use-live-frames.ts";
import { useLiveSource } from "./use-live-source.ts";

const LISTS = { all: "frames.live", ids: "frames.live.ids" } as const;

/** DAT-01: the frames of a device as they arrive, and before them those that are stored. View and filter are in the address. */
export function RealTimeTab({ device, search: address, onSearch }: DeviceTabProps) {
  const t = useText();
  const ways = use(FrameWaysContext);
  const { live, ended } = useLiveFrames(device.id);
  const decoders = useFrameDecoders(device.id);
  const connection = useStore(liveStore);
  const [paused, setPaused] = useState(false);
  const view = address.view === "all" ? "all" : "ids";
  const search = useFrameSearch(address);
  const filter = useMemo(() => (isFiltered(search) ? resolvedOf(search, decoders.dbcs) : null), [search, decoders]);
  useEffect(() => live.arrange(filter && frameTest(filter)), [live, filter]);
  const source = useLiveSource({ thingsId: device.id, live, view, filter });
  const sending = useSendDraft(onSearch);
  const stale = connection.kind !== "live" || ended !== null;
  const pause = useCallback(() => {
    if (live.isPaused) live.resume();
    else live.pause(performance.now());
    setPaused(live.isPaused);
  }, [live]);
  const samplesOf = useCallback(
    (frame: TableFrame, signal: AbortSignal) => framesAround(device.id, frame, signal),
    [device.id],
  );
  const { sendAgain } = sending;
  const panelWays = useMemo(
    () => ({ onSendAgain: (frame: TableFrame) => sendAgain([frame]), onCurve: ways.toCurve, onBind: ways.toBindings }),
    [sendAgain, ways],
  );

  const views = (
    <Segmented
      label={t("frames.live.view")}
      options={[
        { value: "all", label: t("frames.live.all") },
        { value: "ids", label: t("frames.live.byId") },
      ]}
      value={view}
      onChange={(chosen) => onSearch({ view: chosen === "all" ? "all" : undefined })}
    />
  );
  const facts = <LiveFacts live={live} thingsId={device.id} channel={search.channel} stale={stale} view={view} />;
  return (
    <div className={styles.tab}>
      <Toolbar
        label={t("frames.live.tools")}
        items={[
          { key: "view", content: views, priority: 1 },
          ...filterItems({
            device,
            search,
            onChange: (changes) => onSearch(addressOfHistory({ ...search, ...changes })),
          }),
          { key: "facts", content: facts, priority: 9, atEnd: true },
          {
            key: "dbc",
            content: <DbcChoice thingsId={device.id} decoders={decoders} />,
            sign: namesOf(decoders),
            priority: 5,
            atEnd: true,
          },
          { key: "save", content: <SaveFrames live={live} deviceName={device.name} />, priority: 6, atEnd: true },
          { key: "columns", content: <ViewMenu list={LISTS[view]} view={view} />, priority: 7, atEnd: true },
          { key: "pause", content: <PauseButton paused={paused} onPress={pause} />, atEnd: true },
        ]}
      />
      {ended && (
        <Banner level="ordinary" alert>
          {codeText(ended) ?? t("frames.live.ended", { code: ended })}
        </Banner>
      )}
      {connection.kind === "reconnecting" && <Banner level="ordinary">{t("frames.live.reconnecting")}</Banner>}
      <div className={styles.split}>
        <FrameTable
          list={LISTS[view]}
          label={t(view === "all" ? "frames.live.tableAll" : "frames.live.tableIds")}
          source={source}
          view={view}
          decoders={decoders}
          clock="clock"
          ways={panelWays}
          stale={stale}
          samplesOf={samplesOf}
          {...(view === "all" && {
            bar: (frames: readonly TableFrame[], clear: () => void) => (
              <SelectionBar
                frames={frames}
                decoders={decoders}
                onClear={clear}
                onCurve={ways.toCurve}
                onDbc={ways.toDbc}
                onSend={sendAgain}
              />
            ),
          })}
          empty={<p role="status">{t(device.online ? "frames.live.waiting" : "frames.live.waitingOffline")}</p>}
        />
        {paused && <PausedNote live={live} />}
        <SendingPane device={device} sending={sending} isOpen={address.send !== undefined} />
      </div>
    </div>
  );
}

function PauseButton({ paused, onPress }: { paused: boolean; onPress(): void }) {
  const t = useText();
  return (
    <IconButton
      icon={paused ? Play : Pause}
      edge
      label={t(paused ? "frames.live.resume" : "frames.live.pause")}
      aria-pressed={paused}
      onClick={onPress}
    />
  );
}
