import { listFencesNear } from "@canopy/contract/places/fences-near";
import { Plus } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { join } from "../../ui/join.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { HOUR_MS, type TimeSpan } from "../../ui/time/timeline.ts";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import type { ColourSignal, InStep } from "./in-step.ts";
import { TrackFacts } from "./TrackFacts.tsx";
import { useTrackImport } from "./TrackImport.tsx";
import { TrackStage } from "./TrackStage.tsx";
import styles from "./track.module.css";
import { readTrackAddress } from "./track-address.ts";
import { placeAlarms, type TrackAlarms } from "./track-alarms.ts";
import { TrackCursor } from "./track-cursor.ts";
import { useTrack } from "./track-query.ts";
import { trackSwitches } from "./track-switches.tsx";
import { usePlayer } from "./use-player.ts";
import "./track-texts.ts";

interface TrackViewProps extends DeviceTabProps {
  signals: readonly ColourSignal[];
  /** Curves beside the map, which follow its cursor. */
  curves(inStep: InStep): ReactNode;
  onAddSignal(): void;
  /** Of the range; undefined: not asked for, or on their way. */
  alarms: TrackAlarms | undefined;
  /** Why this person may not see them. */
  alarmsDenied: string | undefined;
  onAlarm(id: string): void;
}

const NEWEST_MS = HOUR_MS;

/** GPS-01: the track of a device: line, trips, stops and one cursor with curves and time bar. */
export function TrackView(props: TrackViewProps) {
  const { device, timeline, search, onSearch, signals, alarms } = props;
  const t = useText();
  const { range } = useSteadyRange(timeline);
  const [cursor] = useState(() => new TrackCursor(timeline.cursorMs));
  const player = usePlayer(range, cursor, timeline);
  const { track, error, isLoading, retry } = useTrack(device.id, range);
  const address = useMemo(() => readTrackAddress(search), [search]);
  const { isOver, button: importButton, dialog: importDialog } = useTrackImport(device, timeline);
  const fencesDenied = callDenied(listFencesNear);
  const trip = tripOf(track?.answer.trips, address.trip);
  const placed = useMemo(() => alarms && track && placeAlarms(track.line, alarms.list), [alarms, track]);
  const colours = [
    { value: "", label: t("places.track.speed") },
    ...signals.map(({ key, name }) => ({ value: key, label: name })),
  ];
  return (
    <section className={join(styles.view, isOver && styles.dropping)} aria-label={t("places.track.label")}>
      <TabTools>
        <Toolbar
          label={t("places.track.tools")}
          items={[
            {
              key: "colour",
              content: (
                <Select
                  aria-label={t("places.track.colour")}
                  options={colours}
                  value={colours.some(({ value }) => value === address.colour) ? address.colour : ""}
                  onChange={(colour) => onSearch({ colour, scale: undefined })}
                />
              ),
              sign: colours.map(({ label }) => label).join(),
              priority: 1,
            },
            {
              key: "signal",
              content: (
                <Button icon={Plus} onClick={props.onAddSignal}>
                  {t("places.track.addSignal")}
                </Button>
              ),
              priority: 3,
            },
            ...trackSwitches(t, { address, alarms, placed, fencesDenied, alarmsDenied: props.alarmsDenied, onSearch }),
            {
              key: "facts",
              content: track !== undefined && track.answer.total > 0 && (
                <TrackFacts answer={track.answer} isLoading={isLoading} />
              ),
              sign: `${track?.answer.total}/${track?.answer.drawn}/${isLoading}`,
              priority: 9,
              atEnd: true,
            },
            { key: "import", content: importButton, priority: 5, atEnd: true },
            {
              key: "export",
              content: <ExportMenu thingsId={device.id} deviceName={device.name} range={range} trip={trip} />,
              priority: 2,
              atEnd: true,
            },
          ]}
        />
      </TabTools>
      {importDialog}
      {error && <FailedState title={t("places.track.failed")} trouble={troubleOf(error)} onRetry={retry} />}
      {!error && !track && <Skeleton rows={8} columns={3} />}
      {!error && track?.answer.total === 0 && <NoPosition {...props} newestMs={track.answer.newest_time} />}
      {track && track.answer.total > 0 && (
        <TrackStage
          track={track}
          range={range}
          cursor={cursor}
          player={player}
          address={address}
          trip={trip}
          colouredBy={signals.find(({ key }) => key === address.colour)}
          hasFences={address.hasFences && fencesDenied === undefined}
          alarms={placed}
          onAlarm={props.onAlarm}
          onSearch={onSearch}
          curves={props.curves}
        />
      )}
    </section>
  );
}

function NoPosition({ timeline, newestMs }: TrackViewProps & { newestMs: number | null }) {
  const t = useText();
  const formats = useTimeFormats();
  if (newestMs === null) return <EmptyState title={t("places.track.never")} text={t("places.import.hint")} />;
  const toNewest = () => timeline.setRange({ fromMs: newestMs - NEWEST_MS, toMs: newestMs + 1000 }, newestMs);
  return (
    <EmptyState
      title={t("places.track.empty")}
      text={t("places.import.hint")}
      actions={
        <Button kind="link" onClick={toNewest}>
          {t("places.track.newest", { time: formats.time(newestMs, "minute") })}
        </Button>
      }
    />
  );
}

interface ShownTrip {
  readonly number: number;
  readonly span: TimeSpan;
}

function tripOf(
  trips: readonly { start_time: number; end_time: number }[] | undefined,
  number: number | undefined,
): ShownTrip | undefined {
  const found = number === undefined ? undefined : trips?.[number - 1];
  return found && number !== undefined
    ? { number, span: { fromMs: found.start_time, toMs: found.end_time } }
    : undefined;
}
