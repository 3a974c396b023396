import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTheme } from "../../platform/theme.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { TRACK_COLOURS } from "../../ui/marks/palette.ts";
import styles from "./track.module.css";
import type { ColourScale } from "./track-colour.ts";
import "./track-texts.ts";

interface ColourLegendProps {
  name: string;
  unit: string;
  scale: ColourScale;
  /** Undefined: automatic. */
  onScale(scale: ColourScale | undefined): void;
}

/** Which colour means which value; its ends can be typed. */
export function ColourLegend({ name, unit, scale, onScale }: ColourLegendProps) {
  const t = useText();
  const colours = TRACK_COLOURS[useTheme()];
  return (
    <div className={styles.legend} data-map-control data-testid="track-legend">
      <span>{name}</span>
      <span className="mono">{formatNumber(scale.from)}</span>
      <span className={styles.ramp} aria-hidden="true">
        {colours.map((colour) => (
          <i key={colour} style={{ background: colour }} />
        ))}
      </span>
      <span className="mono">
        {formatNumber(scale.to)} {unit}
      </span>
      <Popover
        label={t("places.track.scale")}
        trigger={(props) => <IconButton icon={SlidersHorizontal} label={t("places.track.scale")} {...props} />}
      >
        {(close) => (
          <ScaleForm
            scale={scale}
            onScale={(next) => {
              onScale(next);
              close();
            }}
          />
        )}
      </Popover>
    </div>
  );
}

function ScaleForm({ scale, onScale }: Pick<ColourLegendProps, "scale" | "onScale">) {
  const t = useText();
  const id = useId();
  const [from, setFrom] = useState(String(scale.from));
  const [to, setTo] = useState(String(scale.to));
  return (
    <form
      className={styles.scaleForm}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = { from: Number(from), to: Number(to) };
        if (Number.isFinite(typed.from) && typed.to > typed.from) onScale(typed);
      }}
    >
      <label htmlFor={`${id}from`}>{t("places.track.scaleFrom")}</label>
      <TextInput id={`${id}from`} inputMode="decimal" value={from} onChange={setFrom} />
      <label htmlFor={`${id}to`}>{t("places.track.scaleTo")}</label>
      <TextInput id={`${id}to`} inputMode="decimal" value={to} onChange={setTo} />
      <Button kind="quiet" onClick={() => onScale(undefined)}>
        {t("places.track.scaleReset")}
      </Button>
      <Button kind="main" type="submit">
        {t("ui.action.confirm")}
      </Button>
    </form>
  );
}
