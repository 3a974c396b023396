import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import { estimateDownload } from "@canopy/contract/transfers/downloads";
import { useQuery } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import styles from "./transfers.module.css";

interface EstimateProps {
  thingsId: string;
  asked: { start_time: number; end_time: number; filters: FrameFilters };
  isDecoded: boolean;
}

/** DAT-03: how many frames, the package's limit and the traffic left, before the start. */
export function Estimate({ thingsId, asked, isDecoded }: EstimateProps) {
  const t = useText();
  const { data, error } = useQuery({
    queryKey: ["transfers", "estimate", thingsId, asked],
    queryFn: async ({ signal }) =>
      (await api(estimateDownload, { params: { things_id: thingsId }, body: asked }, { signal })).data,
  });
  if (error) return <Banner level="urgent">{troubleOf(error).text}</Banner>;
  if (!data) return <p className={styles.estimate}>{t("transfers.download.counting")}</p>;
  const count = formatNumber(data.frames);
  const limit = data.limit === null ? undefined : formatNumber(data.limit);
  const facts = [
    t("transfers.download.frames", { count }),
    Object.keys(asked.filters).length > 0 && t("transfers.download.filtered"),
    limit !== undefined && t("transfers.download.limit", { limit }),
    limit !== undefined && isDecoded && t("transfers.download.limitDecoded"),
    data.traffic_left !== null && t("transfers.download.traffic", { bytes: formatBytes(data.traffic_left) }),
  ].filter((fact) => typeof fact === "string");
  return (
    <>
      <p className={styles.estimate} aria-live="polite">
        {facts.join(" · ")}
      </p>
      {data.frames === 0 && <Banner level="tip">{t("transfers.download.nothing")}</Banner>}
      {limit !== undefined && data.frames > (data.limit ?? 0) && (
        <Banner level="urgent" alert>
          {t("transfers.download.overLimit", { count, limit })}
        </Banner>
      )}
      {data.traffic_left === 0 && <Banner level="ordinary">{t("transfers.download.noTraffic")}</Banner>}
    </>
  );
}
