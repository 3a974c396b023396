import { channelName } from "@canopy/contract/device-link/channels";
import type { AsideSignal, FoundSignal } from "@canopy/contract/signals/find-signal";
import { formatNumber } from "../../platform/formats.ts";
import type { Translate } from "../../platform/i18n.ts";
import { idText } from "../choose/signal-names.ts";
import type { FoundPlace } from "./found-signal.ts";
import "./find-texts.ts";
import "../functions/function-texts.ts";

/** Channel and identifier. */
export const messageWords = ({ channel, id, is_extended }: FoundPlace): string =>
  `${channelName(channel)} ${idText(id, is_extended)}`;

export function bitsWords({ start_bit, length, byte_order, is_signed }: FoundPlace, t: Translate): string {
  const bits = t("signals.find.bits", { start: start_bit, count: length });
  if (length === 1) return bits;
  const sign = t(is_signed ? "signals.find.signed" : "signals.find.unsigned");
  return `${bits}, ${t(`signals.find.order.${byte_order}`)}, ${sign}`;
}

/** As a person writes a scale: three places that count. */
export const plain = (value: number): string => String(Number(value.toPrecision(4)));

export function reasonWords(reason: FoundSignal["reason"], t: Translate): string {
  switch (reason.code) {
    case "follows": {
      const { correlation, lag_ms, factor, offset } = reason;
      const values = {
        correlation: correlation.toFixed(3),
        factor: plain(factor),
        sign: offset < 0 ? "−" : "+",
        offset: plain(Math.abs(offset)),
      };
      return lag_ms === 0
        ? t("signals.find.why.follows", values)
        : t("signals.find.why.followsLag", { ...values, lag: formatNumber(Math.abs(lag_ms)) });
    }
    case "ranks":
      return t("signals.find.why.ranks", { correlation: reason.correlation.toFixed(3) });
    case "changes": {
      const { change, hits, moments, elsewhere } = reason;
      return t(`signals.find.why.${change}`, { hits, moments, elsewhere: formatNumber(elsewhere) });
    }
    case "differs":
      return t("signals.find.why.differs", {
        a: plain(reason.mean_a),
        spreadA: plain(reason.spread_a),
        b: plain(reason.mean_b),
        spreadB: plain(reason.spread_b),
      });
  }
}

export function asideWords(reason: AsideSignal["reason"], t: Translate): string {
  if (reason.code === "counter") return t("signals.find.aside.counter", { step: reason.step });
  if (reason.code === "checksum")
    return t("signals.find.aside.checksum", { kind: t(`signals.fn.checksum.${reason.kind}`) });
  return t(`signals.find.aside.${reason.code}`);
}
