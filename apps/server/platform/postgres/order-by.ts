import { type RawBuilder, sql } from "kysely";

/** As `orderQuery` of the contract reads it. */
export interface Ordered<P extends string> {
  readonly order_param?: P | undefined;
  /** 1: descending. */
  readonly order_type?: number | undefined;
}

/**
 * NAV-14: what stands behind `order by`. Unknown values come last in either direction; rows that are equal, and all where
 * nothing was chosen, stand in the list's own order, which ends with a unique column so that pages do not overlap.
 */
export function orderedBy<P extends string>(
  columns: Readonly<Record<P, RawBuilder<unknown>>>,
  { order_param, order_type }: Ordered<P>,
  own: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (order_param === undefined) return own;
  const direction = order_type === 1 ? sql`desc` : sql`asc`;
  return sql`${columns[order_param]} ${direction} nulls last, ${own}`;
}
