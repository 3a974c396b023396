import { ACTION_KINDS } from "@canopy/contract/alarms/action-kinds";
import type { BackTest, Firing } from "@canopy/contract/alarms/back-test";
import type { Condition } from "@canopy/contract/alarms/conditions";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { channelName } from "@canopy/contract/device-link/channels";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import alarmStyles from "../alarms.module.css";
import { clockText } from "../centre/event-words.ts";
import { peakText } from "../event-peak.ts";
import type { NamesOf } from "../rule-words.ts";
import styles from "./back-test.module.css";
import "../texts.ts";

/** Firings that are listed; more are counted. */
const SHOWN = 8;
/** More than anybody reads. */
const MOST_PER_DAY = 20;

type Counts = Readonly<Record<string, number>>;

/** TRG-07: how often it fires, for how long, and what is sent and held back. */
export function TestFigures({ found, days }: { found: BackTest; days: number }) {
  const t = useText();
  const { fired, pending: nearly, longest_ms } = found;
  const perDay = fired / Math.max(days, 1);
  const told = useToldText()(found);
  return (
    <>
      <p className={alarmStyles.found} role="status">
        {t("alarms.test.fired", { count: fired, longest: clockText(longest_ms), nearly })}
      </p>
      {perDay > MOST_PER_DAY && (
        <p role="alert" className={alarmStyles.error}>
          {t("alarms.test.tooMany", { count: Math.round(perDay) })}
        </p>
      )}
      {told !== "" && <p className={styles.hint}>{told}</p>}
    </>
  );
}

/** TRG-04: what would be sent and held back; empty where nothing would. */
export function useToldText(): (told: { sent: Counts; held: Counts }) => string {
  const t = useText();
  const text = (counts: Counts) =>
    ACTION_KINDS.flatMap((kind) => (counts[kind] ? `${t(`alarms.action.${kind}`)} ${counts[kind]}` : [])).join(", ");
  return ({ sent, held }) =>
    text(sent) === "" && text(held) === ""
      ? ""
      : t("alarms.test.told", { sent: text(sent) || "0", held: text(held) || "0" });
}

type Lead = "curve" | "track" | "frames";

/** Where a firing leads: a signal to its curve, a fence to the track, others to the frames. */
export function leadOf(conditions: readonly Condition[]): Lead {
  if (conditions.some(({ kind }) => kind === "signal")) return "curve";
  return dataOf(conditions) === "fence" ? "track" : "frames";
}

interface FiringRowsProps {
  found: BackTest;
  /** Of the signal that is judged. */
  names: ReturnType<NamesOf>;
  zoomed: Firing | undefined;
  leadsTo: Lead;
  onZoom(firing: Firing | undefined): void;
  onCurve(firing: Firing): void;
}

/** A row shows its firing on the curve; pressed again, the whole range. */
export function FiringRows({ found: { firings, fired }, names, zoomed, leadsTo, onZoom, onCurve }: FiringRowsProps) {
  const t = useText();
  const formats = useTimeFormats();
  const hasChannels = firings.some(({ channel }) => channel !== firings[0]?.channel);
  const isZoomed = (firing: Firing) => firing.start_time === zoomed?.start_time && firing.channel === zoomed.channel;
  return (
    <>
      <ul className={styles.rows} aria-label={t("alarms.test.firings")}>
        {firings.slice(0, SHOWN).map((firing) => (
          <li key={`${firing.channel} ${firing.start_time}`}>
            <FiringRow
              firing={firing}
              names={names}
              hasChannel={hasChannels}
              isZoomed={isZoomed(firing)}
              onClick={() => onZoom(isZoomed(firing) ? undefined : firing)}
            />
            <Button
              kind="link"
              aria-label={`${t(`alarms.test.to.${leadsTo}`)}: ${formats.time(firing.start_time, "second")}`}
              onClick={() => onCurve(firing)}
            >
              {t(`alarms.test.to.${leadsTo}`)} →
            </Button>
          </li>
        ))}
      </ul>
      {fired > SHOWN && <p className={styles.hint}>{t("alarms.test.more", { count: fired - SHOWN })}</p>}
    </>
  );
}

interface FiringRowProps extends Pick<FiringRowsProps, "names"> {
  firing: Firing;
  hasChannel: boolean;
  isZoomed: boolean;
  onClick(): void;
}

function FiringRow({ firing, names, hasChannel, isZoomed, onClick }: FiringRowProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { channel, start_time, end_time, peak, sent, held } = firing;
  const kinds = (list: readonly string[]) =>
    ACTION_KINDS.flatMap((kind) => (list.includes(kind) ? t(`alarms.action.${kind}`) : [])).join(", ");
  const told = [kinds(sent), held.length > 0 && t("alarms.test.held", { kinds: kinds(held) })].filter(Boolean);
  return (
    <button type="button" className={styles.row} aria-pressed={isZoomed} onClick={onClick}>
      <span>
        {formats.time(start_time, "second")} {hasChannel && channelName(channel)}
      </span>
      <span>{peak === null ? "" : peakText(firing, names)}</span>
      <span>{end_time === null ? t("alarms.events.active") : clockText(end_time - start_time)}</span>
      <span className={styles.told}>{told.join(" · ")}</span>
    </button>
  );
}
