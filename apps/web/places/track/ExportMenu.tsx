import { exportTrack, type TrackFormat } from "@canopy/contract/places/tracks";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadFile } from "../../frames/history/save-frames.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import "./track-texts.ts";

const FORMATS = ["gpx", "kml", "csv"] as const satisfies readonly TrackFormat[];

interface ExportMenuProps {
  thingsId: string;
  deviceName: string;
  range: TimeSpan;
  trip: { readonly number: number; readonly span: TimeSpan } | undefined;
}

/** The range, and the chosen trip, as a file (WGS-84). */
export function ExportMenu({ thingsId, deviceName, range, trip }: ExportMenuProps) {
  const t = useText();
  const formats = useTimeFormats();
  const [isBusy, setBusy] = useState(false);
  const save = async (format: TrackFormat, { fromMs, toMs }: TimeSpan) => {
    setBusy(true);
    // A trip ends with a position, the end of a range is outside of it.
    const query = { start_time: Math.floor(fromMs), end_time: Math.ceil(toMs) + 1, format };
    try {
      const file = await api(exportTrack, { params: { things_id: thingsId }, query });
      const time = formats.time(fromMs, "minute").replace(/[-:]/g, "").replace(" ", "-");
      downloadFile(String(file), `${deviceName.replace(/[^\p{L}\p{N}_-]+/gu, "_")}-${time}.${format}`);
    } catch (problem) {
      addNote({ tone: "urgent", text: t("places.track.exportFailed", { why: troubleOf(problem).text }) });
    }
    setBusy(false);
  };
  const itemsOf = (heading: string, span: TimeSpan): MenuItem[] =>
    FORMATS.map((format, i) => ({
      key: `${heading}${format}`,
      label: format.toUpperCase(),
      ...(i === 0 && { heading, apart: true }),
      onSelect: () => void save(format, span),
    }));
  return (
    <Menu
      label={t("places.track.export")}
      items={[
        ...itemsOf(t("places.track.exportRange"), range),
        ...(trip ? itemsOf(t("places.track.exportTrip", { number: trip.number }), trip.span) : []),
      ]}
      trigger={(props) => (
        <Button icon={Download} busy={isBusy} {...props}>
          {t("places.track.export")}
        </Button>
      )}
    />
  );
}
