import { PANEL_NAME_MAX } from "@canopy/contract/signals/layouts";
import { GripVertical, Plus, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import type { CurveLook } from "../paint/curve-look.ts";
import type { CurveScene } from "./curve-scene.ts";
import type { CurvePanel } from "./curve-view.ts";
import "./curve-texts.ts";
import type { DrawnItem } from "./drawn-item.ts";
import { LegendValue } from "./LegendValue.tsx";
import styles from "./panels.module.css";

export const PANEL_DRAG = "application/x-canopy-panel";

interface PanelHeadProps {
  panel: CurvePanel;
  index: number;
  items: readonly DrawnItem[];
  /** Names of signals whose definition was deleted. */
  gone: readonly { key: string; name: string; why: "dbc" | "signal" }[];
  scene: CurveScene;
  look: CurveLook;
  activeKey: string | undefined;
  onActive(key: string): void;
  onRename(name: string): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
  onRemoveItem(key: string): void;
  onAdd(): void;
}

/** Name, legend with the values at the pointer, and the actions of a panel. */
export function PanelHead(props: PanelHeadProps) {
  const t = useText();
  const { panel, items, gone, scene, look, activeKey } = props;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by !== 1 && by !== -1) return;
    event.preventDefault();
    props.onMove(by);
  };
  return (
    <header className={styles.panelHead}>
      <button
        type="button"
        className={styles.grip}
        aria-label={t("signals.panel.move", { panel: panel.name })}
        title={t("signals.panel.moveHint")}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(PANEL_DRAG, String(props.index))}
        onKeyDown={move}
      >
        <Icon of={GripVertical} size={14} />
      </button>
      <PanelName name={panel.name} onRename={props.onRename} />
      <ul className={styles.legend}>
        {items.map(({ info, colour }) => (
          <li key={info.key} className={styles.legendItem} data-active={info.key === activeKey}>
            <button type="button" className={styles.legendName} onClick={() => props.onActive(info.key)}>
              <LineMark colour={look.colourOf(colour)} dash={look.dashOf(colour)} isState={info.isState} />
              {info.name}
              {info.unit !== "" && <span className={styles.unit}>{info.unit}</span>}
            </button>
            <LegendValue info={info} scene={scene} />
            <button
              type="button"
              className={styles.remove}
              aria-label={t("signals.panel.removeSignal", { signal: info.name })}
              onClick={() => props.onRemoveItem(info.key)}
            >
              <Icon of={X} size={12} />
            </button>
          </li>
        ))}
        {gone.map(({ key, name, why }) => (
          <li
            key={key}
            className={styles.goneItem}
            title={t(why === "dbc" ? "signals.gone.dbc" : "signals.gone.signal")}
          >
            <s>{name}</s> {t(why === "dbc" ? "signals.gone.dbcShort" : "signals.gone.signalShort")}
            <button
              type="button"
              className={styles.remove}
              aria-label={t("signals.panel.removeSignal", { signal: name })}
              onClick={() => props.onRemoveItem(key)}
            >
              <Icon of={X} size={12} />
            </button>
          </li>
        ))}
      </ul>
      <span className={styles.panelTools}>
        <IconButton icon={Plus} label={t("signals.panel.add", { panel: panel.name })} onClick={props.onAdd} />
        <IconButton icon={X} label={t("signals.panel.remove", { panel: panel.name })} onClick={props.onRemove} />
      </span>
    </header>
  );
}

function PanelName({ name, onRename }: { name: string; onRename(name: string): void }) {
  const t = useText();
  const [draft, setDraft] = useState<string | null>(null);
  const finish = () => {
    if (draft !== null && draft.trim() !== name) onRename(draft);
    setDraft(null);
  };
  if (draft === null) {
    return (
      <button
        type="button"
        className={styles.panelName}
        title={t("signals.panel.rename")}
        onClick={() => setDraft(name)}
      >
        {name}
      </button>
    );
  }
  return (
    <input
      className={styles.panelInput}
      aria-label={t("signals.panel.rename")}
      // biome-ignore lint/a11y/noAutofocus: opened by a click on the name
      autoFocus
      value={draft}
      maxLength={PANEL_NAME_MAX * 2}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish();
        if (event.key === "Escape") setDraft(null);
      }}
    />
  );
}

function LineMark({ colour, dash, isState }: { colour: string; dash: readonly number[]; isState: boolean }) {
  if (isState) return <span className={styles.stateMark} aria-hidden="true" />;
  return (
    <svg width="14" height="8" aria-hidden="true">
      <path d="M0 4H14" stroke={colour} strokeWidth="2" strokeDasharray={dash.join(" ")} />
    </svg>
  );
}
