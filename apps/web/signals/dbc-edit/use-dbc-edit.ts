import type { Edited } from "@canopy/can/dbc/edit/edit";
import type { EditProblem } from "@canopy/can/dbc/edit/edit-rules";
import type { Dbc } from "@canopy/can/dbc/model";
import { useState } from "react";
import type { LibraryDbc } from "../dbc/dbc-library.ts";

interface Session {
  /** The base of the changes; it stays when another user saves a revision. */
  readonly base: LibraryDbc;
  readonly steps: readonly Dbc[];
  /** Number of applied steps. */
  readonly at: number;
}

export interface DbcEdit {
  /** The model with all changes. */
  readonly dbc: Dbc;
  readonly base: LibraryDbc;
  /** Number of unsaved changes. */
  readonly changes: number;
  readonly canRedo: boolean;
  /** Applies a change; returns the reason when it is impossible. */
  apply(change: (dbc: Dbc) => Edited): EditProblem | null;
  undo(): void;
  redo(): void;
  discard(): void;
}

/** Undo depth. */
const MAX_STEPS = 200;

/** Changes of a revision with undo, kept in the page until they are saved as the next revision. */
export function useDbcEdit(loaded: LibraryDbc): DbcEdit {
  const [session, setSession] = useState<Session>();
  const base = session?.base ?? loaded;
  const steps = session?.steps ?? [];
  const at = session?.at ?? 0;
  const dbc = (at > 0 ? steps[at - 1] : undefined) ?? base.dbc;
  const go = (to: number) => setSession({ base, steps, at: Math.max(0, Math.min(steps.length, to)) });
  return {
    dbc,
    base,
    changes: at,
    canRedo: at < steps.length,
    apply: (change) => {
      const edited = change(dbc);
      if (!edited.ok) return edited.problem;
      const kept = [...steps.slice(0, at), edited.value].slice(-MAX_STEPS);
      setSession({ base, steps: kept, at: kept.length });
      return null;
    },
    undo: () => go(at - 1),
    redo: () => go(at + 1),
    discard: () => setSession(undefined),
  };
}
