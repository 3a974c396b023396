import { type BitTiming, btrOfTiming, calculateBitTiming, recommendedSamplePoint } from "@canopy/can/bus/bit-timing";
import { dbtpOf, nbtpOf, type TimingPhase, timingLimits } from "@canopy/can/bus/timing-limits";
import { channelName } from "@canopy/contract/device-link/channels";
import { CONFIG_RANGES as R } from "@canopy/contract/device-link/config-ranges";
import { useState } from "react";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import parts from "../parts.module.css";
import { bitrateText, hexOf } from "./config-words.ts";
import styles from "./timing.module.css";

export interface ChosenTiming {
  rate: number;
  timing: { clock_hz: number; brp: number; tseg1: number; tseg2: number; sjw: number };
}

interface TimingDialogProps {
  channel: number;
  baudRate: number;
  dataBaudRate: number | undefined;
  onUse(phase: "nominal" | "data", chosen: ChosenTiming): void;
  onClose(): void;
}

const PRESETS = { nominal: [125, 250, 500, 1000], data: [1000, 2000, 4000, 5000, 8000] } as const;
const DEFAULT_CLOCK_MHZ = "80";

/** Clock, bit rate and sample point in; segments and register values out. */
export function TimingDialog({ channel, baudRate, dataBaudRate, onUse, onClose }: TimingDialogProps) {
  const t = useText();
  const [phase, setPhase] = useState<"nominal" | "data">("nominal");
  const [clock, setClock] = useState(DEFAULT_CLOCK_MHZ);
  const [rates, setRates] = useState({
    nominal: String(baudRate / 1000),
    data: String((dataBaudRate ?? 2_000_000) / 1000),
  });
  const [points, setPoints] = useState({ nominal: percentOf(baudRate), data: "75" });
  const clockHz = Number(clock) * 1e6;
  const rate = Number(rates[phase]) * 1000;
  const point = Number(points[phase]) / 100;
  const isFair = isWithin(clockHz, R.clockHz) && isWithin(rate, phase === "data" ? R.dataBaudRate : R.baudRate);
  const limits = timingLimits(registersOf(phase, dataBaudRate), clockHz);
  const timing = isFair && point > 0 && point < 1 ? calculateBitTiming(limits, rate, point) : undefined;
  const chooseRate = (kbit: string) => {
    setRates({ ...rates, [phase]: kbit });
    if (phase === "nominal") setPoints({ ...points, nominal: percentOf(Number(kbit) * 1000) });
  };
  const use = ({ brp, tseg1, tseg2, sjw }: BitTiming) =>
    onUse(phase, { rate, timing: { clock_hz: clockHz, brp, tseg1, tseg2, sjw } });
  return (
    <Dialog
      open
      width={560}
      title={t("devices.config.timingOf", { channel: channelName(channel) })}
      onClose={onClose}
      footer={
        <Button
          kind="main"
          denied={timing ? undefined : t("devices.config.timingNone")}
          onClick={() => timing && use(timing)}
        >
          {t("devices.config.timingUse")}
        </Button>
      }
    >
      <div className={parts.stack}>
        <Segmented
          label={t("devices.config.timing")}
          options={[
            { value: "nominal", label: t("devices.config.timingNominal") },
            { value: "data", label: t("devices.config.timingData") },
          ]}
          value={phase}
          onChange={setPhase}
        />
        <div className={styles.timingInputs}>
          <Field label={t("devices.config.timingClock")}>
            {(control) => <TextInput {...control} inputMode="decimal" value={clock} onChange={setClock} />}
          </Field>
          <Field label={`${t("devices.config.timingRate")} (kbit/s)`}>
            {(control) => <TextInput {...control} inputMode="decimal" value={rates[phase]} onChange={chooseRate} />}
          </Field>
          <Field label={t("devices.config.timingPoint")}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="decimal"
                value={points[phase]}
                onChange={(text) => setPoints({ ...points, [phase]: text })}
              />
            )}
          </Field>
        </div>
        <div className={styles.presets}>
          {PRESETS[phase].map((kbit) => (
            <Button key={kbit} aria-pressed={rate === kbit * 1000} onClick={() => chooseRate(String(kbit))}>
              {bitrateText(kbit * 1000)}
            </Button>
          ))}
        </div>
        {timing ? (
          <TimingResult timing={timing} phase={phase} isFd={dataBaudRate !== undefined} />
        ) : (
          <Banner level="ordinary">{t(isFair ? "devices.config.timingNone" : "devices.config.timingRange")}</Banner>
        )}
      </div>
    </Dialog>
  );
}

const percentOf = (rate: number) => String(recommendedSamplePoint(rate) * 100);
const isWithin = (value: number, [from, to]: readonly [number, number]) => value >= from && value <= to;
const registersOf = (phase: "nominal" | "data", dataRate: number | undefined): TimingPhase =>
  phase === "data" ? "data" : dataRate === undefined ? "classic" : "nominal";

interface ResultProps {
  timing: BitTiming;
  phase: "nominal" | "data";
  isFd: boolean;
}

function TimingResult({ timing, phase, isFd }: ResultProps) {
  const t = useText();
  const { brp, tseg1, tseg2, sjw, bitrate, bitrateError, samplePoint } = timing;
  const quanta = 1 + tseg1 + tseg2;
  const point = formatQuantity(samplePoint * 100, "%", { digits: 1 });
  const facts: [string, string][] = [
    ["BRP", String(brp)],
    ["TSEG1", String(tseg1)],
    ["TSEG2", String(tseg2)],
    ["SJW", String(sjw)],
    [t("devices.config.timingQuanta"), String(quanta)],
    [t("devices.config.timingPoint"), point],
    [t("devices.config.timingReal"), bitrateText(bitrate)],
    [t("devices.config.timingError"), formatQuantity(bitrateError * 100, "%", { digits: 3 })],
    [t("devices.config.timingRegister"), registerText(timing, phase, isFd)],
  ];
  return (
    <>
      <div
        className={styles.bit}
        role="img"
        aria-label={t("devices.config.timingBar", { quanta: formatNumber(quanta), point })}
      >
        <span className={styles.sync} style={{ flexGrow: 1 }} />
        <span className={styles.seg1} style={{ flexGrow: tseg1 }} />
        <span className={styles.seg2} style={{ flexGrow: tseg2 }} />
      </div>
      <dl className={styles.timingFacts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function registerText(timing: BitTiming, phase: "nominal" | "data", isFd: boolean): string {
  const hex = (value: number, digits: number) => hexOf(value).padStart(digits, "0");
  if (phase === "data") return `DBTP 0x${hex(dbtpOf(timing), 8)}`;
  if (isFd) return `NBTP 0x${hex(nbtpOf(timing), 8)}`;
  const { btr0, btr1 } = btrOfTiming(timing);
  return `BTR0 0x${hex(btr0, 2)} BTR1 0x${hex(btr1, 2)}`;
}
