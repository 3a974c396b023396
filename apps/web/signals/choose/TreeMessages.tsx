import "./choose-texts.ts";
import { isStateSignal } from "@canopy/can/dbc/decode/states";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import type { LibraryDbc } from "../dbc/dbc-library.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import { idText } from "./signal-info.ts";
import styles from "./tree.module.css";
import { findSignals, type TreeMessage } from "./tree-rows.ts";

/** Media type of a drag; its data is the key of a signal. */
export const SIGNAL_DRAG = "application/x-canopy-signal";

/** State of a tree: channel, drawn signals, and the effect of a tick. */
export interface TreeChoice {
  channel: number;
  /** The colour of a drawn signal. */
  colourOf(key: string): number | undefined;
  look: CurveLook;
  onTick(key: string, on: boolean): void;
}

interface TreeMessagesProps extends TreeChoice {
  dbcId: string;
  library: LibraryDbc | undefined;
  search: string;
  open: ReadonlySet<string>;
  onOpen(key: string): void;
}

/** The messages of one file with their signals. */
export function TreeMessages({ dbcId, library, search, open, onOpen, ...rest }: TreeMessagesProps) {
  const t = useText();
  if (!library) return null;
  const { found, more } = findSignals(library.dbc, search);
  return (
    <>
      {found.map((entry) => {
        const key = `${dbcId}/${entry.message.id}/${entry.message.isExtended}`;
        const hasDrawn = entry.signals.some((signal) => rest.colourOf(keyOf(dbcId, rest.channel, entry, signal.name)));
        const isOpen = search !== "" || open.has(key) || (hasDrawn && !open.has(`!${key}`));
        return (
          <div key={key}>
            <button
              type="button"
              className={styles.message}
              aria-expanded={isOpen}
              onClick={() => onOpen(hasDrawn ? `!${key}` : key)}
            >
              <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
              <span className={styles.name}>{entry.message.name}</span>
              <span className={styles.id}>{idText(entry.message)}</span>
            </button>
            {isOpen && <Signals dbcId={dbcId} entry={entry} {...rest} />}
          </div>
        );
      })}
      {more > 0 && <p className={styles.note}>{t("signals.tree.more", { count: more })}</p>}
      {search !== "" && found.length === 0 && <p className={styles.note}>{t("signals.tree.nothing")}</p>}
    </>
  );
}

function Signals({
  dbcId,
  entry,
  channel,
  colourOf,
  look,
  onTick,
}: TreeChoice & { dbcId: string; entry: TreeMessage }) {
  const t = useText();
  return (
    <ul className={styles.signals}>
      {entry.signals.map((signal) => {
        const key = keyOf(dbcId, channel, entry, signal.name);
        const isState = isStateSignal(signal);
        const colour = colourOf(key);
        return (
          <li
            key={signal.name}
            className={styles.signal}
            data-on={colour !== undefined}
            draggable
            title={signal.comment ?? undefined}
            onDragStart={(event) => {
              event.dataTransfer.setData(SIGNAL_DRAG, key);
              event.dataTransfer.effectAllowed = "copy";
            }}
          >
            <Checkbox checked={colour !== undefined} onChange={(on) => onTick(key, on)}>
              <span className={styles.name}>{signal.name}</span>
            </Checkbox>
            <span className={styles.unit}>{isState ? t("signals.tree.enum") : signal.unit}</span>
            <span
              className={styles.swatch}
              style={colour !== undefined && !isState ? { background: look.colourOf(colour) } : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}

function keyOf(dbcId: string, channel: number, { message }: TreeMessage, signal: string): string {
  return formatSignal({ channel, dbc_id: dbcId, message_id: message.id, is_extended: message.isExtended, signal });
}
