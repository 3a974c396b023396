import type { TrackAnswer } from "@canopy/contract/places/tracks";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./track.module.css";
import "./track-texts.ts";

/** How many positions there are, how many are drawn, and what was set aside. */
export function TrackFacts({ answer, isLoading }: { answer: TrackAnswer; isLoading: boolean }) {
  const t = useText();
  const { zero, poor, jump } = answer.set_aside;
  const values = { total: formatNumber(answer.total), drawn: formatNumber(answer.drawn) };
  const aside = zero + poor + jump;
  return (
    <span className={styles.facts} role="status" data-testid="track-facts">
      {t(answer.thinned ? "places.track.thinned" : "places.track.all", values)}
      {aside > 0 && (
        <span title={t("places.track.setAsideWhy", { jump, poor, zero })}>
          {" · "}
          {t("places.track.setAside", { count: formatNumber(aside) })}
        </span>
      )}
      {isLoading && ` · ${t("places.track.loading")}`}
    </span>
  );
}
