import type { Edited } from "@canopy/can/dbc/edit/edit";
import type { EditProblem } from "@canopy/can/dbc/edit/edit-rules";
import type { Dbc } from "@canopy/can/dbc/model";
import { useState } from "react";
import type { LibraryDbc } from "../dbc/dbc-library.ts";

interface Session {
  /** What the changes were made from: it stays when somebody else saves meanwhile. */
  readonly base: LibraryDbc;
  readonly steps: readonly Dbc[];
  /** How many of the steps are in force. */
  readonly at: number;
}

export interface DbcEdit {
  /** As it would be saved. */
  readonly dbc: Dbc;
  readonly base: LibraryDbc;
  /** How many changes are not saved. */
  readonly changes: number;
  readonly canRedo: boolean;
  /** The reason where it cannot be. */
  apply(change: (dbc: Dbc) => Edited): EditProblem | null;
  undo(): void;
  redo(): void;
  discard(): void;
}

/** So many changes can be taken back. */
const MAX_STEPS = 200;

/** Changes to a revision in this page, each of them to be taken back, until they are saved as the next one. */
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
