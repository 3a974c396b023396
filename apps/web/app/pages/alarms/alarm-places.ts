import type { Condition } from "@canopy/contract/alarms/conditions";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import type { FiringPlace } from "../../../alarms/back-test/use-back-test.ts";
import { watchedOf } from "../../../alarms/watched-curve.ts";
import { writeView } from "../../../signals/layouts/view-address.ts";
import type { TimeSpan } from "../../../ui/time/timeline.ts";
import { DETAILS_PATH } from "../../details/use-details-address.ts";

interface AlarmPlace {
  readonly thingsId: string;
  readonly conditions: readonly Condition[];
  readonly channel: number;
  readonly span: TimeSpan;
  readonly atMs: number;
}

/** TRG-05, TRG-07: what a rule judged, around a moment: its signal as a curve, its fence on the track, others in the frames. */
export function toCurve(place: AlarmPlace) {
  if (dataOf(place.conditions) === "fence") return toTab(place, { tab: "gps", sub: "track" });
  const panels = panelsOf(place);
  return toTab(place, panels === undefined ? { tab: "data", sub: "history" } : { tab: "dbc", sub: "curve", panels });
}

export const toFrames = (place: AlarmPlace) => toTab(place, { tab: "data", sub: "history" });

/** DAT-10: what the card has of it. */
export const toCard = (place: AlarmPlace) => toTab(place, { tab: "data", sub: "stored" });

export const toFiring = ({ firing, ...place }: FiringPlace) =>
  toCurve({ ...place, channel: firing.channel, atMs: firing.start_time });

function toTab({ thingsId, span, atMs }: AlarmPlace, words: Readonly<Record<string, string>>) {
  return { to: DETAILS_PATH, search: { id: thingsId, from: span.fromMs, to: span.toMs, at: atMs, ...words } } as const;
}

/** The signal of the rule in a panel of its own; undefined for a rule on raw frames. */
function panelsOf({ conditions, channel, atMs }: AlarmPlace): string | undefined {
  const watched = watchedOf({ conditions: conditions.filter(({ kind }) => kind === "signal"), channel })?.watched;
  if (watched?.kind !== "signal") return undefined;
  const items = [{ key: formatSignal(watched.reference), colour: 1 }];
  return writeView({ panels: [{ name: watched.name, items }] }, { aUs: atMs * 1000, bUs: null }).panels;
}
