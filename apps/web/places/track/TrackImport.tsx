import type { Thing } from "@canopy/contract/devices/thing";
import { type ImportedTrack, importTrack } from "@canopy/contract/places/tracks";
import { FileUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { deniedOn } from "../../devices/details/may-change.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import type { Timeline } from "../../ui/time/timeline.ts";
import { useDroppedFile } from "../../ui/use-dropped-file.ts";
import { TrackImportDialog } from "./TrackImportDialog.tsx";
import "./import-texts.ts";

interface TrackImport {
  /** A file is held over the page. */
  readonly isOver: boolean;
  readonly button: ReactNode;
  /** Unseen until a file is chosen. */
  readonly dialog: ReactNode;
}

/** Around the imported positions, so that their ends are not at the edge. */
const MARGIN_SHARE = 0.02;
const LEAST_MARGIN_MS = 1000;

/** GPS-01: NMEA and GPX into the history of the device, by a button or dropped on the page. */
export function useTrackImport(device: Thing, timeline: Timeline): TrackImport {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const denied = deniedOn(device, importTrack);
  const take = (taken: File) => (denied ? addNote({ tone: "ordinary", text: denied }) : setFile(taken));
  const isOver = useDroppedFile(take);
  const show = ({ start_time, end_time, stored, repeated }: ImportedTrack) => {
    const marginMs = Math.max(LEAST_MARGIN_MS, (end_time - start_time) * MARGIN_SHARE);
    timeline.setRange({ fromMs: start_time - marginMs, toMs: end_time + marginMs }, start_time);
    const done = t("places.import.done", { stored: formatNumber(stored) });
    const before = repeated > 0 ? t("places.import.repeated", { repeated: formatNumber(repeated) }) : "";
    addNote({ tone: "done", text: done + before });
    setFile(undefined);
  };
  const button = (
    <Button icon={FileUp} denied={denied} onClick={() => picker.current?.click()}>
      {t("places.import.button")}
    </Button>
  );
  const dialog = (
    <>
      <input
        ref={picker}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={t("places.import.choose")}
        accept=".gpx,.nmea,.nma,.log,.txt,application/gpx+xml"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) take(chosen);
          event.target.value = "";
        }}
      />
      {file && <TrackImportDialog device={device} file={file} onDone={show} onClose={() => setFile(undefined)} />}
    </>
  );
  return { isOver, button, dialog };
}
