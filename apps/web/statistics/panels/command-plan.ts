import { outlastsCall } from "@canopy/contract/devices/commands";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import type { CommandListContent } from "@canopy/contract/frames/command-lists";
import { paceWords } from "../../frames/send/transmission-words.ts";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import "./panel-texts.ts";

type Plan = Pick<CommandListContent, "repeat" | "period_ms">;
type Frames = Pick<CommandListContent, "frames">;

const isRepeated = ({ repeat }: Plan): boolean => repeat !== 1;

/** It is not over with its answer: what repeats, and a list that takes longer than its call. */
export const goesOn = (list: Plan & Frames): boolean => isRepeated(list) || outlastsCall(list.frames);

/** How often the list goes out, before it does; undefined: once. */
export function planWords(plan: Plan, t: Translate): string | undefined {
  if (!isRepeated(plan)) return undefined;
  const pace = paceWords(plan, t);
  if (plan.repeat === 0) return t("statistics.command.endless", { pace });
  return t("statistics.command.repeated", { pace, times: formatNumber(plan.repeat) });
}

const shape = ({ frames }: Frames) =>
  JSON.stringify(frames.map(({ channel, id, extended, data }) => [channel, id, extended, data.toUpperCase()]));

/** What the device is sending of this list, also where it was started elsewhere or before a reload. */
export function runsOf(list: Frames & Plan, sending: readonly Transmission[]): Transmission[] {
  const wanted = shape(list);
  return sending.filter((one) => one.period_ms === list.period_ms && shape(one) === wanted);
}
