import type { BitField } from "@canopy/can/bytes/bits";
import type { Signal } from "@canopy/can/dbc/model";
import { type PointerEvent, useRef, useState } from "react";
import { movedField, resizedField, spannedField } from "./byte-drag.ts";

interface Grip {
  readonly kind: "move" | "resize" | "create";
  readonly from: number;
  /** Absent: a new signal. */
  readonly signal: Signal | undefined;
}

interface BitDragOptions {
  readonly bytes: number;
  readonly signals: readonly Signal[];
  /** Touch drags this signal and scrolls elsewhere. */
  readonly chosen: string | undefined;
  onChange(signal: string, field: BitField): void;
  onCreate(field: BitField): void;
}

export interface BitDrag {
  /** The field at the drop position. */
  readonly ghost: BitField | undefined;
  readonly handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(): void;
  };
}

/** Creates, moves and resizes signals by dragging bits. A press that stays on its bit is a click. */
export function useBitDrag({ bytes, signals, chosen, onChange, onCreate }: BitDragOptions): BitDrag {
  const grip = useRef<Grip>(undefined);
  const [ghost, setGhost] = useState<BitField>();
  const end = () => {
    grip.current = undefined;
    setGhost(undefined);
  };
  const fieldAt = (held: Grip, bit: number): BitField => {
    if (!held.signal) return spannedField(held.from, bit);
    const { startBit, length, byteOrder } = held.signal;
    const field = { startBit, length, byteOrder };
    return held.kind === "resize" ? resizedField(field, bit) : movedField(field, held.from, bit, bytes);
  };
  return {
    ghost,
    handlers: {
      onPointerDown: (event) => {
        const from = bitAt(event);
        const block = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-signal]") : null;
        const name = block?.dataset.signal;
        if (event.button !== 0 || from === undefined) return;
        if (event.pointerType === "touch" && (name === undefined || name !== chosen)) return;
        const isHandle = event.target instanceof Element && event.target.closest("[data-handle]") !== null;
        const kind = name === undefined ? "create" : isHandle ? "resize" : "move";
        grip.current = { kind, from, signal: signals.find((signal) => signal.name === name) };
      },
      onPointerMove: (event) => {
        const held = grip.current;
        const bit = bitAt(event);
        if (!held || bit === undefined || (!ghost && bit === held.from)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setGhost(fieldAt(held, bit));
      },
      onPointerUp: () => {
        const held = grip.current;
        if (held && ghost) {
          if (held.signal) onChange(held.signal.name, ghost);
          else onCreate(ghost);
        }
        end();
      },
      onPointerCancel: end,
    },
  };
}

/** The bit at the pointer, also below a block. */
function bitAt({ clientX, clientY }: PointerEvent<HTMLElement>): number | undefined {
  const cell = document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.dataset.bit !== undefined);
  return cell && Number(cell.dataset.bit);
}
