import type pg from "pg";

/** TRG-03: the machine of a rule on a channel of a binding, as landing stored it; of a rule on fences without a state. */
export interface RuleStateOfBinding {
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly state: string | null;
}

export interface RuleStateReader {
  /** By the frames that are not late. */
  of(bindingNumber: number): Promise<RuleStateOfBinding[]>;
}

export function ruleStateReader(pool: pg.Pool): RuleStateReader {
  return {
    async of(bindingNumber) {
      const found = await pool.query<RuleStateOfBinding>(
        `select rule as "ruleId", rule_version as "ruleVersion", state ->> 'state' as state
          from rule_states where binding = $1 and not is_late`,
        [bindingNumber],
      );
      return found.rows;
    },
  };
}
