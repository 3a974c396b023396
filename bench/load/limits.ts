type Figures = Readonly<Record<string, number>>;

export interface Limits {
  readonly atMost?: Figures;
  readonly atLeast?: Figures;
}

/** Of every figure how far it is on the right side of its limit: 1 and more is reached. One of 0 or less has no ratio. */
export function againstLimits(metrics: Figures, { atMost = {}, atLeast = {} }: Limits): Record<string, number> {
  const ratios: Record<string, number> = {};
  for (const [name, limit] of Object.entries(atMost))
    if (isPositive(metrics[name])) ratios[name] = limit / metrics[name];
  for (const [name, limit] of Object.entries(atLeast))
    if (isPositive(metrics[name])) ratios[name] = metrics[name] / limit;
  return ratios;
}

export const limitsOf = ({ atMost, atLeast }: Limits): Record<string, number> => ({ ...atMost, ...atLeast });

const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0;
