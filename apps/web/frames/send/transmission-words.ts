import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import { idText } from "../rows/frame-cells.ts";
import "./transmission-texts.ts";

/** `0x7DF`, `0x7DF and 3 more`. */
export function transmittedFrames({ frames }: Pick<Transmission, "frames">, t: Translate): string {
  const [first] = frames;
  if (!first) return t("frames.transmission.unknownFrames");
  const id = idText(first.id, first.extended ? FLAG_EXTENDED : 0);
  return frames.length === 1 ? id : t("frames.transmission.more", { id, count: frames.length - 1 });
}

/** What the chip says: `Sending 0x7DF every 100 ms · 1,234 sent`. */
export function transmissionWords(list: readonly Transmission[], t: Translate): string {
  const [first] = list;
  if (!first) return "";
  const head = list.length > 1 ? t("frames.transmission.several", { count: list.length }) : transmissionHead(first, t);
  const counted = list.flatMap(({ sent }) => sent ?? []);
  const count = formatNumber(counted.reduce((sum, sent) => sum + sent, 0));
  const sent = counted.length === 0 ? [] : [t("frames.transmission.sent", { count })];
  const gone = list.some(({ attended }) => attended === false) ? [t("frames.transmission.unattended")] : [];
  return [head, ...sent, ...gone].join(" · ");
}

/** Whether somebody sits before it. */
export function pageWords({ attended }: Transmission, t: Translate): string {
  if (attended === null) return t("frames.transmission.page.none");
  return t(attended ? "frames.transmission.page.there" : "frames.transmission.page.gone");
}

export function paceWords({ period_ms }: Pick<Transmission, "period_ms">, t: Translate): string {
  if (period_ms === 0) return t("frames.transmission.unpacedWord");
  return t("frames.transmission.everyMs", { ms: formatNumber(period_ms) });
}

export function transmissionHead(one: Transmission, t: Translate): string {
  const what = transmittedFrames(one, t);
  if (!one.confirmed) return t("frames.transmission.maybe", { what });
  if (one.period_ms === 0 || one.repeat === 1) return t("frames.transmission.unpaced", { what });
  return t("frames.transmission.paced", { what, ms: formatNumber(one.period_ms) });
}
