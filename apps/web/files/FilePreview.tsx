import type { FilePreview as Preview } from "@canopy/contract/files/preview";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { type DeviceTabProps, TabTools } from "../devices/details/device-tab.tsx";
import { useTenantId } from "../devices/types/type-queries.ts";
import { DbcChoice, namesOf } from "../frames/filter/DbcChoice.tsx";
import { useFrameDecoders } from "../frames/rows/use-frame-decoders.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { LocalCurves } from "../transfers/LocalCurves.tsx";
import { LocalFrames } from "../transfers/LocalFrames.tsx";
import { useLocalLog } from "../transfers/use-local-log.ts";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Banner } from "../ui/marks/Banner.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { Toolbar, type ToolbarItem } from "../ui/toolbar/Toolbar.tsx";
import { usePreview } from "./file-queries.ts";
import styles from "./files.module.css";
import "./texts.ts";

/** The first frames of a stored log, in the table and the curves of the history; nothing is imported. */
export function FilePreview({ device, search, onSearch }: DeviceTabProps) {
  const t = useText();
  const tenantId = useTenantId();
  const { data, error, refetch } = usePreview(tenantId, search.preview ?? "");
  const { state, open } = useLocalLog();
  const decoders = useFrameDecoders(device.id);
  useEffect(() => {
    if (data) open(logOf(data));
  }, [data, open]);
  const isCurves = search.show === "curves";
  const back = (
    <Button icon={ArrowLeft} onClick={() => onSearch({ preview: undefined, show: undefined })}>
      {t("files.preview.back")}
    </Button>
  );
  const views = (
    <Segmented
      label={t("files.list.view")}
      options={[
        { value: "frames", label: t("files.preview.frames") },
        { value: "curves", label: t("files.preview.curves") },
      ]}
      value={isCurves ? "curves" : "frames"}
      onChange={(view) => onSearch({ show: view === "curves" ? view : undefined })}
    />
  );
  const dbc = !isCurves && <DbcChoice thingsId={device.id} decoders={decoders} />;
  const tools: ToolbarItem[] = [
    { key: "back", content: back },
    { key: "view", content: views },
    { key: "dbc", content: dbc, sign: namesOf(decoders), priority: 4 },
  ];
  const log = state.kind === "open" ? { name: state.name, facts: state.facts, log: state.log } : undefined;
  return (
    <div className={styles.preview} data-testid="file-preview">
      {(!isCurves || !log) && (
        <TabTools>
          <Toolbar label={t("files.preview.tools")} items={tools} />
        </TabTools>
      )}
      {data && <Banner level="tip" title={noteOf(t, data)} />}
      {!data && error && (
        <FailedState title={t("files.preview.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      )}
      {!log && !error && <Skeleton rows={8} columns={4} />}
      {log && !isCurves && <LocalFrames key={log.log.id} {...log} decoders={decoders} points={[]} />}
      {log && isCurves && (
        <LocalCurves key={log.log.id} {...log} device={device} search={search} onSearch={onSearch} tools={tools} />
      )}
    </div>
  );
}

function logOf({ name, log_base64 }: Preview): File {
  return new File([Uint8Array.from(atob(log_base64), (char) => char.charCodeAt(0))], name);
}

function noteOf(t: ReturnType<typeof useText>, { is_cut, frames, format, size, bytes_read }: Preview): string {
  const values = {
    count: formatNumber(frames),
    format: format.toUpperCase(),
    size: formatBytes(size),
    read: formatBytes(bytes_read),
  };
  return t(is_cut ? "files.preview.first" : "files.preview.all", values);
}
