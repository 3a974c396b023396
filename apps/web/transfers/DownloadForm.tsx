import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import {
  createDownload,
  DECODED_FORMATS,
  DOWNLOAD_FORMATS,
  type DownloadFormat,
} from "@canopy/contract/transfers/downloads";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { Switch } from "../ui/form/Switch.tsx";
import { Banner } from "../ui/marks/Banner.tsx";
import { TimeRangeInput } from "../ui/time/TimeRangeInput.tsx";
import { DecodingDbcs, useDecodingDbcs } from "./DecodingDbcs.tsx";
import { useDownloadActions } from "./download-queries.ts";
import { Estimate } from "./Estimate.tsx";
import styles from "./transfers.module.css";

export interface DownloadShown {
  readonly fromMs: number;
  readonly toMs: number;
  readonly filters: FrameFilters;
  /** Decoded, by these DBCs. */
  readonly decodedBy?: readonly string[];
}

interface DownloadFormProps {
  thingsId: string;
  shown: DownloadShown;
  /** Whether something was chosen that has not been started. */
  onChanged(isChanged: boolean): void;
}

const SPLITS_MB = [10, 50, 100, 500, 2000];

/** Range, format, content; an estimate is shown before it starts. */
export function DownloadForm({ thingsId, shown, onChanged }: DownloadFormProps) {
  const t = useText();
  const { refresh } = useDownloadActions();
  const [range, setRange] = useState({ fromMs: shown.fromMs, toMs: shown.toMs });
  const [format, setFormat] = useState<DownloadFormat>("csv");
  const [content, setContent] = useState<"raw" | "decoded">(shown.decodedBy ? "decoded" : "raw");
  const [dbcIds, setDbcIds] = useDecodingDbcs(thingsId, shown.decodedBy);
  const [split, setSplit] = useState("");
  const [zip, setZip] = useState(false);
  const asked = {
    start_time: Math.floor(range.fromMs),
    end_time: Math.ceil(range.toMs),
    filters: shown.filters,
  };
  const start = useMutation({
    mutationFn: () =>
      api(createDownload, {
        params: { things_id: thingsId },
        body: {
          ...asked,
          format,
          content,
          zip,
          ...(content === "decoded" && { dbc_ids: [...dbcIds] }),
          ...(split !== "" && { split_mb: Number(split) }),
        },
      }),
    onSuccess: () => onChanged(false),
    onSettled: refresh,
  });
  const formats = DOWNLOAD_FORMATS.filter((name) => content === "raw" || DECODED_FORMATS.includes(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!start.isPending) start.mutate();
  };

  return (
    <form className={styles.form} onSubmit={submit} onChange={() => onChanged(true)} noValidate>
      <TimeRangeInput
        range={range}
        onChange={({ fromMs, toMs }) => {
          if (fromMs !== null && toMs !== null) setRange({ fromMs, toMs });
        }}
      />
      <div className={styles.fields}>
        <Segmented
          label={t("transfers.download.content")}
          options={[
            { value: "raw", label: t("transfers.download.raw") },
            { value: "decoded", label: t("transfers.download.decoded") },
          ]}
          value={content}
          onChange={(next) => {
            setContent(next);
            if (next === "decoded" && !DECODED_FORMATS.includes(format)) setFormat("csv");
          }}
        />
        <Select
          aria-label={t("transfers.download.format")}
          options={formats.map((value) => ({ value, label: t(`transfers.format.${value}`) }))}
          value={format}
          onChange={setFormat}
        />
        <Select
          aria-label={t("transfers.download.split")}
          options={[
            { value: "", label: t("transfers.download.noSplit") },
            ...SPLITS_MB.map((size) => ({ value: String(size), label: t("transfers.download.splitAt", { size }) })),
          ]}
          value={split}
          onChange={setSplit}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is one */}
        <label className={styles.switch}>
          <Switch checked={zip || split !== ""} disabled={split !== ""} onChange={setZip} />
          {t("transfers.download.zip")}
        </label>
      </div>
      {content === "decoded" && <DecodingDbcs thingsId={thingsId} chosen={dbcIds} onChange={setDbcIds} />}
      <Estimate thingsId={thingsId} asked={asked} isDecoded={content === "decoded"} />
      {start.error && <Banner level="urgent" alert title={troubleOf(start.error).text} />}
      <div className={styles.actions}>
        <Button kind="main" type="submit" busy={start.isPending}>
          {t("transfers.download.start")}
        </Button>
      </div>
    </form>
  );
}
