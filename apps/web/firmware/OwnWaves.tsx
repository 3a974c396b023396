import {
  MAX_WAIT_MINUTES,
  MAX_WAVE_DEVICES,
  MAX_WAVES,
  MIN_WAVE_PERCENT,
  type Wave,
} from "@canopy/contract/firmware/waves";
import { Plus, X } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { BoundedField } from "../ui/form/BoundedField.tsx";
import { Select } from "../ui/form/Select.tsx";
import { clamped, type NumberLimits } from "../ui/form/typed-number.ts";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./firmware.module.css";

interface OwnWavesProps {
  readonly waves: readonly Wave[];
  onWaves(waves: readonly Wave[]): void;
}

/** The last one takes the rest. */
export function OwnWaves({ waves, onWaves }: OwnWavesProps) {
  const t = useText();
  const change = (at: number, wave: Wave) => onWaves(waves.map((one, i) => (i === at ? wave : one)));
  const add = () => {
    const [first] = waves;
    if (first) onWaves([...waves.slice(0, -1), { ...first, size: { unit: "percent", value: 10 } }, ...waves.slice(-1)]);
  };
  return (
    <div className={styles.own}>
      {waves.map((wave, i) => (
        <OneWave
          // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a wave is known by
          key={i}
          number={i + 1}
          wave={wave}
          isLast={i === waves.length - 1}
          onWave={(changed) => change(i, changed)}
          onRemove={() => onWaves(waves.filter((_, at) => at !== i))}
        />
      ))}
      {waves.length < MAX_WAVES && (
        <div>
          <Button icon={Plus} onClick={add}>
            {t("firmware.wave.add")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OneWaveProps {
  readonly number: number;
  readonly wave: Wave;
  readonly isLast: boolean;
  onWave(wave: Wave): void;
  onRemove(): void;
}

const UNITS = ["count", "percent"] as const;
type Unit = (typeof UNITS)[number];

const COUNT = { least: 1, most: MAX_WAVE_DEVICES, whole: true };
const PERCENT = { least: 0, most: 100 };
const SIZE = { count: COUNT, percent: { least: MIN_WAVE_PERCENT, most: 100 } };
const STOP = { count: COUNT, percent: PERCENT };
const WAIT_MINUTES = { least: 0, most: MAX_WAIT_MINUTES, whole: true };

function OneWave({ number, wave, isLast, onWave, onRemove }: OneWaveProps) {
  const t = useText();
  const { size, stop } = wave;
  const units = UNITS.map((value) => ({ value, label: t(`firmware.wave.unit.${value}`) }));
  return (
    <fieldset className={styles.oneWave}>
      <legend>{t("firmware.wave.name", { number })}</legend>
      {size.unit === "rest" ? (
        <p>{t("firmware.wave.unit.rest")}</p>
      ) : (
        <Amount
          label={t("firmware.wave.size")}
          value={size.value}
          unit={size.unit}
          units={units}
          limits={SIZE}
          onChange={(value, unit) => onWave({ ...wave, size: { unit, value } })}
        />
      )}
      <BoundedField
        label={t("firmware.wave.success")}
        value={wave.success_percent}
        limits={PERCENT}
        onChange={(success_percent) => onWave({ ...wave, success_percent })}
      />
      <Amount
        label={t("firmware.wave.stop")}
        value={stop.value}
        unit={stop.unit}
        units={units}
        limits={STOP}
        onChange={(value, unit) => onWave({ ...wave, stop: { unit, value } })}
      />
      {!isLast && (
        <>
          <BoundedField
            label={t("firmware.wave.wait")}
            value={wave.wait_minutes}
            limits={WAIT_MINUTES}
            onChange={(wait_minutes) => onWave({ ...wave, wait_minutes })}
          />
          <IconButton icon={X} label={t("firmware.wave.remove", { number })} onClick={onRemove} />
        </>
      )}
    </fieldset>
  );
}

interface AmountProps {
  label: string;
  value: number;
  unit: Unit;
  units: readonly { value: Unit; label: string }[];
  limits: Readonly<Record<Unit, NumberLimits>>;
  onChange(value: number, unit: Unit): void;
}

function Amount({ label, value, unit, units, limits, onChange }: AmountProps) {
  return (
    <div className={styles.amount}>
      <BoundedField label={label} value={value} limits={limits[unit]} onChange={(next) => onChange(next, unit)} />
      <Select
        aria-label={label}
        value={unit}
        options={units}
        onChange={(next) => onChange(clamped(String(value), limits[next]) ?? value, next)}
      />
    </div>
  );
}
