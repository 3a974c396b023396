import "./edit-texts.ts";
import type { BitField } from "@canopy/can/bytes/bits";
import type { Message, Signal } from "@canopy/can/dbc/model";
import type { CSSProperties } from "react";
import { useText } from "../../platform/i18n.ts";
import { join } from "../../ui/join.ts";
import styles from "./byte-grid.module.css";
import { colourOf, type Segment, segmentsOf } from "./byte-grid.ts";
import { useBitDrag } from "./use-bit-drag.ts";

/** Limit of drawn bytes: J1939 messages have up to 1785; the table below lists all signals. */
const MAX_ROWS = 64;
const BITS = [7, 6, 5, 4, 3, 2, 1, 0];

interface ByteGridProps {
  message: Message;
  /** The signals of the shown branch. */
  signals: readonly Signal[];
  chosen: string | undefined;
  onChoose(signal: string): void;
  /** Absent: dragging is disabled. */
  drag: { onChange(signal: string, field: BitField): void; onCreate(field: BitField): void } | undefined;
}

const NO_DRAG = { onChange: () => undefined, onCreate: () => undefined };

/** The position of every signal, byte by byte, the highest bit on the left. */
export function ByteGrid({ message, signals, chosen, onChoose, drag }: ByteGridProps) {
  const t = useText();
  const bytes = Math.min(MAX_ROWS, message.length);
  const { ghost, handlers } = useBitDrag({ bytes, signals, chosen, ...(drag ?? NO_DRAG) });
  const rows = Math.min(MAX_ROWS, message.length);
  const taken = new Set<number>();
  const parts = signals.flatMap((signal) =>
    segmentsOf(signal)
      .filter(({ byte }) => byte < rows)
      .map((segment, index) => ({ signal, segment, isFirst: index === 0 })),
  );
  for (const { segment } of parts) {
    for (let bit = segment.low; bit <= segment.high; bit++) taken.add(segment.byte * 8 + bit);
  }
  return (
    <section aria-label={t("signals.grid.label", { message: message.name })} className={styles.frame}>
      <div className={join(styles.grid, rows > 8 && styles.dense, drag && styles.movable)} {...(drag && handlers)}>
        <span aria-hidden="true" />
        {BITS.map((bit) => (
          <span key={bit} className={styles.bitHead} aria-hidden="true">
            {t("signals.grid.bit", { bit })}
          </span>
        ))}
        {Array.from({ length: rows }, (_, byte) => (
          <ByteRow key={`row${String(byte)}`} byte={byte} taken={taken} />
        ))}
        {parts.map(({ signal, segment, isFirst }) => (
          <Block
            key={`${signal.name}/${segment.byte}`}
            segment={segment}
            signal={signal}
            isFirst={isFirst}
            isChosen={signal.name === chosen}
            colour={colourOf(message, signal)}
            onChoose={onChoose}
          />
        ))}
        {ghost && <Ghost field={ghost} />}
      </div>
      {drag && <p className={styles.note}>{t("signals.grid.hint")}</p>}
      {message.length > rows && (
        <p className={styles.note}>{t("signals.grid.cut", { rows, length: message.length })}</p>
      )}
    </section>
  );
}

/** The outline of the field at the drop position. */
function Ghost({ field }: { field: BitField }) {
  return segmentsOf(field).map(({ byte, high, low }) => (
    <span
      key={byte}
      className={styles.ghost}
      style={{ gridRow: byte + 2, gridColumn: `${9 - high} / ${10 - low}` }}
      aria-hidden="true"
    />
  ));
}

function ByteRow({ byte, taken }: { byte: number; taken: ReadonlySet<number> }) {
  const t = useText();
  return (
    <>
      <span className={styles.byteHead} style={{ gridRow: byte + 2, gridColumn: 1 }}>
        {t("signals.grid.byte", { byte })}
      </span>
      {BITS.map((bit) => (
        <span
          key={bit}
          className={styles.cell}
          style={{ gridRow: byte + 2, gridColumn: 9 - bit }}
          data-bit={byte * 8 + bit}
          aria-hidden="true"
        >
          {taken.has(byte * 8 + bit) ? "" : byte * 8 + bit}
        </span>
      ))}
    </>
  );
}

interface BlockProps {
  signal: Signal;
  segment: Segment;
  isFirst: boolean;
  isChosen: boolean;
  colour: number;
  onChoose(signal: string): void;
}

/** One signal in one byte. The first block is the button; the others respond to the pointer only. */
function Block({ signal, segment, isFirst, isChosen, colour, onChoose }: BlockProps) {
  const t = useText();
  const style: CSSProperties & { "--colour": string } = {
    gridRow: segment.byte + 2,
    gridColumn: `${9 - segment.high} / ${10 - segment.low}`,
    "--colour": `var(--signal-${colour})`,
  };
  const end = segment.holdsLsb ? "lsb" : segment.holdsMsb ? "msb" : "";
  const isIntel = signal.byteOrder === "intel";
  // The end opposite the start bit: dragging it changes the length.
  const isEnd = isIntel ? segment.holdsMsb : segment.holdsLsb;
  const width = segment.high - segment.low + 1;
  const content = (
    <>
      <span className={styles.name}>{isFirst ? signal.name : ""}</span>
      {isEnd && <span className={join(styles.handle, isIntel && styles.handleStart)} data-handle="" />}
      {width > 2 && end !== "" && <span className={styles.end} data-end={end} />}
    </>
  );
  const className = join(styles.block, isChosen && styles.chosen);
  const common = { className, style, "data-signal": signal.name };
  if (!isFirst) {
    return (
      <span {...common} aria-hidden="true" onClick={() => onChoose(signal.name)}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      {...common}
      aria-pressed={isChosen}
      aria-label={t("signals.grid.signal", { name: signal.name, start: signal.startBit, length: signal.length })}
      onClick={() => onChoose(signal.name)}
    >
      {content}
    </button>
  );
}
