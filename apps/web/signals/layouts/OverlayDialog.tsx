import "./layout-texts.ts";
import { type FormEvent, useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import type { CurveScene } from "../curves/curve-scene.ts";
import "../curves/curve-texts.ts";
import type { DrawnItem } from "../curves/drawn-item.ts";
import { shifted } from "../curves/time-zoom.ts";
import { findEvent } from "../functions/find-event.ts";
import { type NamedDevice, OverlayDevice } from "./OverlayDevice.tsx";
import type { OverlayChoice } from "./overlay-address.ts";

interface OverlayDialogProps {
  device: DeviceTabProps["device"];
  scene: CurveScene;
  items: readonly DrawnItem[];
  onClose(): void;
  onChoose(choice: OverlayChoice): void;
}

/** Choice of the other drive and of the alignment: both beginnings, or the first crossing of a value. */
export function OverlayDialog({ device, scene, items, onClose, onChoose }: OverlayDialogProps) {
  const t = useText();
  const { fromUs, toUs } = scene.span.get();
  const lines = items.filter(({ info }) => !info.isState);
  const [other, setOther] = useState<NamedDevice>(device);
  const [startMs, setStartMs] = useState<number | null>(Math.floor((fromUs - (toUs - fromUs)) / 1000));
  const [by, setBy] = useState<"time" | "event">("time");
  const [key, setKey] = useState(lines[0]?.info.key ?? "");
  const [level, setLevel] = useState("0");
  const [direction, setDirection] = useState<"up" | "down">("up");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const align = async (): Promise<number | string> => {
    if (startMs === null) return t("signals.overlay.noStart");
    const byTime = fromUs - startMs * 1000;
    if (by === "time") return byTime;
    const value = Number(level);
    if (level.trim() === "" || !Number.isFinite(value)) return t("signals.overlay.badLevel");
    const event = { key, level: value, direction };
    const { signal } = new AbortController();
    const here = await findEvent(device.id, { fromUs, toUs }, event, signal);
    const there = await findEvent(other.id, shifted({ fromUs, toUs }, -byTime), event, signal);
    if (here === undefined) return t("signals.overlay.notHere");
    return there === undefined ? t("signals.overlay.notThere") : here - there;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const shift = await align();
      if (typeof shift === "string") setProblem(shift);
      else onChoose({ thingsId: other.id, shiftUs: shift });
    } catch (error) {
      setProblem(troubleOf(error).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t("signals.overlay.title")}
      action={t("signals.overlay.lay")}
      busy={busy}
      error={problem ?? undefined}
      leaves="freely"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <OverlayDevice own={device} chosen={other} onChoose={setOther} />
      <Field label={t("signals.overlay.start")} hint={t("signals.overlay.startHint")}>
        {(control) => (
          <TimeInput
            {...control}
            at={startMs}
            onChange={setStartMs}
            onBad={() => setProblem(t("signals.overlay.noStart"))}
          />
        )}
      </Field>
      <Segmented
        label={t("signals.overlay.by")}
        options={[
          { value: "time", label: t("signals.overlay.byTime") },
          { value: "event", label: t("signals.overlay.byEvent") },
        ]}
        value={by}
        onChange={setBy}
      />
      {by === "event" && (
        <>
          <Field label={t("signals.values.signal")}>
            {(control) => (
              <Select
                {...control}
                options={lines.map(({ info }) => ({ value: info.key, label: info.name }))}
                value={key}
                onChange={setKey}
              />
            )}
          </Field>
          <Field label={t("signals.overlay.level")}>
            {(control) => <TextInput {...control} inputMode="decimal" value={level} onChange={setLevel} />}
          </Field>
          <Segmented
            label={t("signals.overlay.direction")}
            options={[
              { value: "up", label: t("signals.overlay.up") },
              { value: "down", label: t("signals.overlay.down") },
            ]}
            value={direction}
            onChange={setDirection}
          />
        </>
      )}
    </FormDialog>
  );
}
