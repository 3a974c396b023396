import { CornerDownRight, X } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import styles from "./history.module.css";
import "./history-texts.ts";

interface GoToProps {
  /** The moment that was gone to; null: none. */
  atMs: number | null;
  onGo(atMs: number | null): void;
  /** Opens it, as the key G does. */
  ref?: Ref<{ open(): void }>;
}

/** DAT-02: to a moment, which stays written there and marked in the table until it is taken back. */
export function GoTo({ atMs, onGo, ref }: GoToProps) {
  const t = useText();
  const { clock } = useTimeFormats();
  const button = useRef<HTMLSpanElement>(null);
  useImperativeHandle(ref, () => ({ open: () => button.current?.querySelector("button")?.click() }), []);
  const words = atMs === null ? "" : clock(atMs, "ms");
  const label = t("frames.history.goTo");
  const [isBad, setBad] = useState(false);
  const isShort = useNarrow() && words !== "";
  return (
    <span ref={button} className={styles.goTo}>
      <Popover
        label={t("frames.history.goToHint")}
        trigger={(props) => (
          <Button
            {...props}
            icon={CornerDownRight}
            title={t("frames.history.goToHint")}
            aria-label={`${label} ${words}`.trim()}
          >
            {!isShort && label} {words && <span className="mono">{words}</span>}
          </Button>
        )}
        onOpen={(panel) => panel.querySelector("input")?.select()}
      >
        {(close) => (
          <Field label={t("frames.history.goToTime")} error={isBad ? t("ui.range.format") : undefined}>
            {(control) => (
              <TimeInput
                {...control}
                exact
                at={atMs}
                onChange={(next) => {
                  setBad(false);
                  close();
                  onGo(next);
                }}
                onBad={() => setBad(true)}
              />
            )}
          </Field>
        )}
      </Popover>
      {atMs !== null && <IconButton icon={X} label={t("frames.history.goToClear")} onClick={() => onGo(null)} />}
    </span>
  );
}
