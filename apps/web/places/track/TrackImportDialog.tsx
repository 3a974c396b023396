import { LEFT_OUT, type PositionFile, type ReadPositionFile } from "@canopy/can/gps/position-file";
import type { Thing } from "@canopy/contract/devices/thing";
import { positionFileErrors } from "@canopy/contract/places/errors";
import { type ImportedTrack, MAX_TRACK_FILE_BYTES } from "@canopy/contract/places/tracks";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import styles from "./track.module.css";
import { useStoreTrack, useTrackFile } from "./track-import.ts";
import "./import-texts.ts";

interface TrackImportDialogProps {
  device: Thing;
  file: File;
  onDone(imported: ImportedTrack): void;
  onClose(): void;
}

/** What a file would add to the track; nothing is stored before it is confirmed. */
export function TrackImportDialog({ device, file, onDone, onClose }: TrackImportDialogProps) {
  const t = useText();
  const isTooLarge = file.size > MAX_TRACK_FILE_BYTES;
  const title = t("places.import.title", { device: device.name });
  return (
    <Dialog open title={title} width={520} onClose={onClose}>
      <div className={styles.import}>
        {isTooLarge ? (
          <Refusal
            text={t("places.import.tooLarge", {
              size: formatBytes(file.size),
              most: formatBytes(MAX_TRACK_FILE_BYTES),
            })}
            onClose={onClose}
          />
        ) : (
          <ReadFile device={device} file={file} onDone={onDone} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function ReadFile({ device, file, onDone, onClose }: TrackImportDialogProps) {
  const t = useText();
  const { data: read, error } = useTrackFile(file);
  const store = useStoreTrack(device.id);
  const reading = t("places.import.reading", { file: file.name });
  if (error) return <Refusal text={troubleOf(error).text} onClose={onClose} />;
  if (!read) return <ProgressBar label={reading} share={undefined} />;
  if (!read.ok) return <Refusal text={refusalOf(read)} onClose={onClose} />;
  return (
    <>
      <Preview file={file} read={read} />
      {store.error && <Banner level="urgent" alert title={troubleOf(store.error).text} />}
      <div className={styles.importActions}>
        <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
        <Button kind="main" busy={store.isPending} onClick={() => store.mutate(file, { onSuccess: onDone })}>
          {t("places.import.start", { count: formatNumber(read.positions.length) })}
        </Button>
      </div>
    </>
  );
}

function Refusal({ text, onClose }: { text: string; onClose(): void }) {
  const t = useText();
  return (
    <>
      <Banner level="urgent" alert title={text} />
      <div className={styles.importActions}>
        <Button kind="main" onClick={onClose}>
          {t("ui.action.close")}
        </Button>
      </div>
    </>
  );
}

function refusalOf({ problem: { code, line } }: ReadPositionFile & { ok: false }): string {
  const { code: name } = positionFileErrors[code];
  return codeText(name, { line }) ?? name;
}

function Preview({ file, read: { format, positions, leftOut } }: { file: File; read: PositionFile }) {
  const t = useText();
  const formats = useTimeFormats();
  const [fromMs, toMs] = [positions.at(0), positions.at(-1)].map((position) => (position?.timeUs ?? 0) / 1000) as [
    number,
    number,
  ];
  const left = LEFT_OUT.filter((why) => leftOut[why].count > 0);
  return (
    <>
      <dl className={styles.importFacts}>
        <dt>{t("places.import.file")}</dt>
        <dd>
          {file.name} · {format.toUpperCase()} · {formatBytes(file.size)}
        </dd>
        <dt>{t("places.import.positions")}</dt>
        <dd>
          <strong>{formatNumber(positions.length)}</strong>
        </dd>
        <dt>{t("places.import.from")}</dt>
        <dd>{formats.time(fromMs, "second")}</dd>
        <dt>{t("places.import.to")}</dt>
        <dd>{formats.time(toMs, "second")}</dd>
        <dt>{t("places.import.duration")}</dt>
        <dd>{formats.duration(toMs - fromMs)}</dd>
      </dl>
      {left.length > 0 && (
        <Banner level="ordinary">
          {left.map((why) => (
            <div key={why}>
              {t(`places.import.${why}`, { count: formatNumber(leftOut[why].count), line: leftOut[why].line })}
            </div>
          ))}
        </Banner>
      )}
      <p className={styles.importNote}>{t("places.import.note")}</p>
    </>
  );
}
