import { writeMdf4Signals } from "@canopy/can/logs/mdf4/write-signals";
import { Download, FileDigit, FileDown, FileSpreadsheet, Image } from "lucide-react";
import type { RefObject } from "react";
import { downloadFile } from "../../frames/history/save-frames.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import type { CurveScene } from "./curve-scene.ts";
import "./curve-texts.ts";
import { drawnCsv, drawnSignals } from "./drawn-data.ts";
import { panelsPicture } from "./panels-picture.ts";
import type { Desk } from "./use-desk.ts";

interface ExportMenuProps {
  scene: CurveScene;
  desk: Desk;
  look: CurveLook;
  /** The element that contains the panels. */
  root: RefObject<HTMLElement | null>;
  deviceName: string;
  /** Opens the download of all samples of the range; absent where all samples are drawn. */
  onWhole?(): void;
}

/** Export of the drawn samples (CSV, MDF4) and of the picture. */
export function ExportMenu({ scene, desk, look, root, deviceName, onWhole }: ExportMenuProps) {
  const t = useText();
  const formats = useTimeFormats();
  const nameOf = (what: string, ending: string) => {
    const { fromUs } = scene.span.get();
    const time = formats
      .time(fromUs / 1000)
      .replace(/[-:]/g, "")
      .replace(" ", "-");
    return `${deviceName.replace(/[^\p{L}\p{N}_-]+/gu, "_")}-${time}-${what}.${ending}`;
  };
  const seen = () => {
    const signals = drawnSignals(
      scene,
      desk.items.map(({ info }) => info),
    );
    const isEmpty = signals.every(({ times }) => times.length === 0);
    if (isEmpty) addNote({ tone: "ordinary", text: t("signals.export.nothing") });
    const isReduced = signals.some((signal) => signal.isReduced);
    if (isReduced) addNote({ tone: "ordinary", text: t("signals.export.reduced") });
    return { signals, isEmpty, kind: isReduced ? "minmax" : "raw" };
  };
  const saveCsv = () => {
    const { signals, isEmpty, kind } = seen();
    if (!isEmpty) downloadFile(drawnCsv(signals), nameOf(kind, "csv"), "text/csv;charset=utf-8");
  };
  const saveMdf = () => {
    const { signals, isEmpty, kind } = seen();
    if (isEmpty) return;
    const file = writeMdf4Signals(
      signals.map(({ info, times, values }) => ({
        name: info.name,
        unit: info.unit,
        times,
        values,
        states: info.isState ? info.stateNames : new Map<number, string>(),
      })),
      kind === "minmax" ? "signals: lowest and highest values per pixel, not every sample" : undefined,
    );
    downloadFile(file, nameOf(kind, "mf4"));
  };
  const savePicture = async () => {
    const stage = root.current?.querySelector<HTMLElement>('[role="group"]');
    const { fromUs, toUs } = scene.span.get();
    const zone = formats.zoneName(fromUs / 1000);
    const title = `${deviceName} · ${formats.time(fromUs / 1000, "ms")} – ${formats.time(toUs / 1000, "ms")} ${zone}`;
    const blob = stage ? await panelsPicture(stage, title, look) : null;
    if (blob) downloadFile(blob, nameOf("curves", "png"), "image/png");
    else addNote({ tone: "ordinary", text: t("signals.export.nothing") });
  };
  return (
    <Menu
      label={t("signals.export.button")}
      trigger={(props) => (
        <Button {...props} icon={Download}>
          {t("signals.export.button")}
        </Button>
      )}
      items={[
        { key: "csv", label: t("signals.export.csv"), icon: FileSpreadsheet, onSelect: saveCsv },
        { key: "mdf", label: t("signals.export.mdf"), icon: FileDigit, onSelect: saveMdf },
        { key: "png", label: t("signals.export.png"), icon: Image, onSelect: () => void savePicture() },
        ...(onWhole
          ? [{ key: "whole", label: t("signals.export.whole"), icon: FileDown, apart: true, onSelect: onWhole }]
          : []),
      ]}
    />
  );
}
