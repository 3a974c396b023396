import type { ReadValue, WatchedCondition, WatchedIds, WatchedInput, WatchedRule } from "./watched-rule.ts";

const STANDARD_IDS = 0x800;
/** Foreign extended identifiers are remembered too, but not without end. */
const MAX_REMEMBERED = 65_536;

/** A condition that a frame is for. */
export interface Watch {
  readonly rule: number;
  readonly condition: number;
  /** Of the frame; null: any. */
  readonly channel: number | null;
  readonly read: ReadValue;
  /** Of a computed signal: those of its inputs that the frame has. */
  readonly inputs?: readonly number[];
}

const NOTHING = () => Number.NaN;

/** Rules by the identifiers they name: a frame that no rule names costs one look-up. */
export class RuleSet {
  readonly rules: readonly WatchedRule[];
  readonly #standard: (readonly Watch[] | undefined)[] = new Array(STANDARD_IDS).fill(undefined);
  readonly #extended = new Map<number, readonly Watch[] | undefined>();
  readonly #hasExtended: boolean;

  constructor(rules: readonly WatchedRule[]) {
    this.rules = rules;
    this.#hasExtended = rules.some(({ conditions }) =>
      conditions.some((one) => idsOf(one).some(({ ids }) => ids.some(({ isExtended }) => isExtended))),
    );
    for (let id = 0; id < STANDARD_IDS; id++) this.#standard[id] = this.#find(id, false);
  }

  watchesOf(id: number, isExtended: boolean): readonly Watch[] | undefined {
    if (!isExtended) return this.#standard[id];
    if (!this.#hasExtended) return undefined;
    const known = this.#extended.get(id);
    if (known !== undefined || this.#extended.has(id)) return known;
    const found = this.#find(id, true);
    if (this.#extended.size < MAX_REMEMBERED) this.#extended.set(id, found);
    return found;
  }

  #find(id: number, isExtended: boolean): readonly Watch[] | undefined {
    const found: Watch[] = [];
    for (const [rule, { conditions, channel }] of this.rules.entries())
      for (const [condition, one] of conditions.entries())
        if (one.computed !== undefined)
          for (const [from, inputs] of inputsOf(one.computed.inputs, id, isExtended))
            found.push({ rule, condition, channel: from, read: NOTHING, inputs });
        else if (isFor(one, id, isExtended))
          found.push({ rule, condition, channel, read: one.kind === "value" ? one.read : NOTHING });
    return found.length === 0 ? undefined : found;
  }
}

const idsOf = (one: WatchedCondition): readonly WatchedIds[] =>
  one.computed === undefined ? [one] : one.computed.inputs;

/** Places of the inputs that are read from frames of an identifier, by channel. */
function inputsOf(inputs: readonly WatchedInput[], id: number, isExtended: boolean): ReadonlyMap<number, number[]> {
  const places = inputs.flatMap((one, place) => (isFor(one, id, isExtended) ? place : []));
  return Map.groupBy(places, (place) => (inputs[place] as WatchedInput).channel);
}

function isFor({ ids, except }: WatchedIds, id: number, isExtended: boolean): boolean {
  if (isExtended && except.has(id)) return false;
  return ids.some((range) => range.isExtended === isExtended && id >= range.from && id <= range.to);
}
