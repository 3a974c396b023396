import "./find-texts.ts";
import { useState } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import layout from "../../ui/layout.module.css";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { AddSignalDialog } from "./AddSignalDialog.tsx";
import { FindAside } from "./FindAside.tsx";
import { FindCandidate } from "./FindCandidate.tsx";
import { FindCurve } from "./FindCurve.tsx";
import styles from "./find.module.css";
import type { FindAsked } from "./find-address.ts";
import { foundKey } from "./found-signal.ts";
import type { Found } from "./use-find.ts";

interface FindResultProps {
  asked: FindAsked;
  span: TimeSpan;
  found: Found;
  /** Key of the finding that is drawn large. */
  picked: string | undefined;
  onPick(key: string): void;
  onDbc(place: { dbcId: string; message: string; signal: string }): void;
}

/** The curve of one finding above the list of all; what was set aside is below. */
export function FindResult({ asked, span, found, picked, onPick, onDbc }: FindResultProps) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const one = found.list.find((candidate) => foundKey(candidate) === picked) ?? found.list[0];
  if (!one) return null;
  const key = foundKey(one);
  return (
    <div className={layout.stack}>
      <p className={layout.note} role="status">
        {t("signals.find.counts", {
          list: found.list.length,
          frames: formatNumber(found.frames),
          messages: formatNumber(found.messages),
        })}
      </p>
      <FindCurve key={key} asked={asked} span={span} found={one} reference={found.reference} />
      <fieldset className={styles.list} aria-label={t("signals.find.list")}>
        {found.list.map((candidate) => (
          <FindCandidate
            key={foundKey(candidate)}
            candidate={candidate}
            span={span}
            isPicked={foundKey(candidate) === key}
            onPick={() => onPick(foundKey(candidate))}
            onAdd={() => {
              onPick(foundKey(candidate));
              setAdding(true);
            }}
          />
        ))}
      </fieldset>
      <FindAside aside={found.aside} />
      {isAdding && <AddSignalDialog found={one} onDbc={onDbc} onClose={() => setAdding(false)} />}
    </div>
  );
}
