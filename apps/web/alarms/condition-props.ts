import type { Condition } from "@canopy/contract/alarms/conditions";

export interface ConditionFieldsProps<C extends Condition> {
  place: number;
  condition: C;
  onChange(condition: Condition): void;
  onRemove: (() => void) | undefined;
}
