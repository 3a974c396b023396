import type { RoutineContent } from "@canopy/contract/tests/routines";
import { Plus, X } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { NumberInput } from "../../ui/form/NumberInput.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "../tests.module.css";
import "../texts.ts";

type Limit = RoutineContent["limits"][number];

interface LimitRowsProps {
  /** To choose from. */
  names: readonly string[];
  limits: readonly Limit[];
  onChange(limits: Limit[]): void;
}

/** TST-01: limits as a table, without a script. */
export function LimitRows({ names, limits, onChange }: LimitRowsProps) {
  const t = useText();
  const [first = ""] = names;
  const put = (at: number, change: Partial<Limit>) =>
    onChange(limits.map((limit, i) => (i === at ? { ...limit, ...change } : limit)));
  return (
    <fieldset className={styles.group}>
      <legend>{t("tests.form.limits")}</legend>
      {limits.map((limit, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={at} className={styles.limit}>
          <Select<string>
            aria-label={t("tests.form.limitSignal", { place: at + 1 })}
            options={[...new Set([...names, limit.signal])].map((value) => ({ value, label: value }))}
            value={limit.signal}
            onChange={(signal) => put(at, { signal })}
          />
          <NumberInput
            type="number"
            step="any"
            aria-label={t("tests.form.low", { place: at + 1 })}
            value={limit.low}
            onChange={(low) => put(at, { low })}
          />
          <NumberInput
            type="number"
            step="any"
            aria-label={t("tests.form.high", { place: at + 1 })}
            value={limit.high}
            onChange={(high) => put(at, { high })}
          />
          <IconButton
            icon={X}
            label={t("tests.form.removeLimit", { place: at + 1 })}
            onClick={() => onChange(limits.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <div className={styles.line}>
        <Button
          icon={Plus}
          denied={first === "" ? t("tests.form.noSignals") : undefined}
          onClick={() => onChange([...limits, { signal: first, low: 0, high: 1 }])}
        >
          {t("tests.form.addLimit")}
        </Button>
      </div>
    </fieldset>
  );
}
