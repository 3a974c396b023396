import "./find-texts.ts";
import { Flag } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import layout from "../../ui/layout.module.css";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import type { Timeline } from "../../ui/time/timeline.ts";
import styles from "./find.module.css";
import type { FindAsked } from "./find-address.ts";

interface FindWindowsProps {
  timeline: Timeline;
  asked: FindAsked;
  onChange(changes: Partial<FindAsked>): void;
}

/** Each is typed, or pulled in the time bar and taken from there. */
export function FindWindows({ timeline, asked, onChange }: FindWindowsProps) {
  const t = useText();
  const take = () => {
    const { fromMs, toMs } = timeline.range;
    return { fromMs: Math.round(fromMs), toMs: Math.round(toMs) };
  };
  return (
    <div className={styles.known}>
      <fieldset className={layout.labelled}>
        <legend>{t("signals.find.a")}</legend>
        <div className={styles.fields}>
          <TimeRangeInput range={asked.a} onChange={(a) => onChange({ a })} />
          <Button icon={Flag} onClick={() => onChange({ a: take() })}>
            {t("signals.find.takeA")}
          </Button>
        </div>
      </fieldset>
      <fieldset className={layout.labelled}>
        <legend>{t("signals.find.b")}</legend>
        <div className={styles.fields}>
          <TimeRangeInput range={asked.b} onChange={(b) => onChange({ b })} />
          <Button icon={Flag} onClick={() => onChange({ b: take() })}>
            {t("signals.find.takeB")}
          </Button>
        </div>
      </fieldset>
    </div>
  );
}
