import type { RuleMachine, StoredMachine } from "./rule-machine.ts";

/** One machine: late frames have machines of their own, so that a backlog does not disturb the present. */
export interface MachineKey {
  readonly ruleId: string;
  readonly channel: number;
  readonly isLate: boolean;
}

export interface MachineRow extends MachineKey {
  readonly stored: StoredMachine;
}

export interface MachineEntry {
  readonly key: MachineKey;
  readonly machine: RuleMachine;
}

/** What a machine begins with. */
export interface RestoredMachine {
  readonly stored: StoredMachine;
  /** Of the newest frame up to which its values count as seen. */
  readonly newestUs?: number | undefined;
}

/** Of a late machine that is gone. */
export const BLANK_MACHINE: StoredMachine = {
  state: "normal",
  sinceUs: 0,
  clockUs: 0,
  isLost: false,
  hits: 0,
  peak: null,
  repeatedUs: 0,
  conditions: [],
};

export const isKnown = ({ isLate, stored }: MachineRow): boolean => !isLate || stored.clockUs > 0;

/** Late frames behind those of the present go on where these ended: an alarm that runs does not fire a second time. */
export function seedLate(
  present: Iterable<MachineEntry>,
  timeUs: number,
  restored: Map<string, RestoredMachine>,
): void {
  for (const { key, machine } of present) {
    const name = nameOf({ ...key, isLate: true });
    const { stored } = machine;
    if (stored.clockUs <= timeUs) restored.set(name, { stored, newestUs: 0 });
    else restored.delete(name);
  }
}

/** Machines that changed, and those that are gone: one row for each. */
export function takeRows(
  blanked: Map<string, MachineRow>,
  ...entries: readonly Iterable<MachineEntry>[]
): MachineRow[] {
  const rows: MachineRow[] = [];
  for (const some of entries)
    for (const { key, machine } of some) {
      if (!machine.isDirty) continue;
      machine.isDirty = false;
      blanked.delete(nameOf(key));
      rows.push({ ...key, stored: machine.stored });
    }
  rows.push(...blanked.values());
  blanked.clear();
  return rows;
}

export const nameOf = ({ ruleId, channel, isLate }: MachineKey): string => `${ruleId} ${channel} ${isLate}`;
