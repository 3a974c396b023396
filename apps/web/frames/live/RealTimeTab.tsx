import { formatHex } from "@canopy/can/bytes/hex";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { EMPTY_FRAME_FORM, type FrameForm, formOfSentFrame, sentFrameOfSeen } from "@canopy/contract/frames/frame-form";
import { Pause, Play, Send } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { liveStore } from "../../platform/live.ts";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { ChannelSelect, channelOf } from "../filter/ChannelSelect.tsx";
import { DbcChoice } from "../filter/DbcChoice.tsx";
import { deviceDbc } from "../filter/device-dbc.ts";
import { NO_SEARCH, readSearch } from "../filter/filter-language.ts";
import { frameTest, resolveSearch } from "../filter/filter-resolve.ts";
import { SearchField } from "../filter/SearchField.tsx";
import styles from "../frames.module.css";
import { SaveFrames } from "../history/SaveFrames.tsx";
import { type FrameDraft, SendPane } from "../send/SendPane.tsx";
import type { IdRow } from "../table/id-table.ts";
import { LiveTable } from "../table/LiveTable.tsx";
import { LiveFacts, PausedNote } from "./LiveFacts.tsx";
import "../texts.ts";
import { useNarrowerThan } from "../use-narrower-than.ts";
import { useLiveFrames } from "./use-live-frames.ts";

/** Room for the changes of list items between two frames that are handed over. */
const DRAFT_STEP = 1000;
/** Wide enough for the pane beside the table. */
const BESIDE_FROM = 1180;

/** DAT-01: the frames of a device as they arrive. View, channel and filter are in the address. */
export function RealTimeTab({ device, search, onSearch }: DeviceTabProps) {
  const t = useText();
  const { live, ended } = useLiveFrames(device.id);
  const dbc = useStore(deviceDbc(device.id));
  const connection = useStore(liveStore);
  const [paused, setPaused] = useState(false);
  const view = search.view === "all" ? "all" : "ids";
  const channel = channelOf(search.ch);
  const text = search.q ?? "";
  const test = useMemo(() => {
    const read = readSearch(text);
    const found = read.ok ? read.search : NO_SEARCH;
    return text === "" && channel === null
      ? null
      : frameTest(resolveSearch(found, dbc?.decoder.dbc ?? null, channel === null ? null : [channel]));
  }, [text, channel, dbc]);
  const floating = useNarrowerThan(BESIDE_FROM);
  const [draft, setDraft] = useState<FrameDraft>({ key: 0, form: EMPTY_FRAME_FORM });
  const isSending = search.send !== undefined;
  const startDraft = (form: FrameForm) => setDraft((old) => ({ key: old.key + DRAFT_STEP, form }));
  const sendAgain = ({ channel: ch, id, flags, size, data }: IdRow) => {
    if (flags & FLAG_ERROR) return;
    const seen = { channel: ch, id, flags, size, hex: formatHex(data.subarray(0, size)) };
    startDraft(formOfSentFrame(sentFrameOfSeen(seen)));
    onSearch({ send: 1 });
  };
  const stale = connection.kind !== "live" || ended !== null;
  const pause = useCallback(() => {
    if (live.isPaused) live.resume();
    else live.pause(performance.now());
    setPaused(live.isPaused);
  }, [live]);

  return (
    <>
      <TabTools>
        <ChannelSelect device={device} channel={channel} onChange={(ch) => onSearch({ ch: ch ?? undefined })} />
        <Segmented
          label={t("frames.live.view")}
          options={[
            { value: "all", label: t("frames.live.all") },
            { value: "ids", label: t("frames.live.byId") },
          ]}
          value={view}
          onChange={(chosen) => onSearch({ view: chosen === "all" ? "all" : undefined })}
        />
        <SearchField value={text} onChange={(q) => onSearch({ q })} />
        <DbcChoice thingsId={device.id} />
        <LiveFacts live={live} thingsId={device.id} channel={channel} stale={stale} />
        <Button icon={paused ? Play : Pause} aria-pressed={paused} onClick={pause}>
          {t(paused ? "frames.live.resume" : "frames.live.pause")}
        </Button>
        <SaveFrames live={live} deviceName={device.name} />
        <Button icon={Send} aria-pressed={isSending} onClick={() => onSearch({ send: isSending ? undefined : 1 })}>
          {t("frames.send.button")}
        </Button>
      </TabTools>
      <div className={styles.tab}>
        {ended && (
          <Banner level="ordinary" alert>
            {codeText(ended) ?? t("frames.live.ended", { code: ended })}
          </Banner>
        )}
        {connection.kind === "reconnecting" && <Banner level="ordinary">{t("frames.live.reconnecting")}</Banner>}
        <div className={styles.split}>
          <LiveTable
            live={live}
            view={view}
            dbc={dbc}
            test={test}
            online={device.online}
            stale={stale}
            onSendAgain={sendAgain}
          />
          {paused && <PausedNote live={live} />}
          {isSending && (
            <SendPane device={device} draft={draft} onClose={() => onSearch({ send: undefined })} floating={floating} />
          )}
        </div>
      </div>
    </>
  );
}
