import { z } from "zod";

/** NAV-14: a list shows 5 to 25 rows a page; five unless the user chose otherwise. */
export const PAGE_SIZES = [5, 10, 15, 20, 25] as const;
export const DEFAULT_PAGE_SIZE = 5;
/** A caller of the API may ask for more than a page shows, within reason. */
export const MAX_PAGE_SIZE = 500;

/** The two query values of every list, as the spec names them. */
export const pageQuery = {
  current_page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
};

/** The spec's order values: 1 descending, 0 ascending. */
export const orderType = z.coerce.number().int().min(0).max(1);

/** NAV-14: the query values of a list that sorts by columns of its server; without the first it has an order of its own. */
export function orderQuery<const P extends readonly [string, ...string[]]>(columns: P) {
  return { order_param: z.enum(columns).optional(), order_type: orderType.default(0) };
}

export function listOf<T extends z.ZodType>(row: T) {
  return z.object({
    list: z.array(row),
    pagination: z.object({ current_page: z.number(), page_size: z.number(), total_size: z.number() }),
  });
}

/** Epoch milliseconds, as all times in JSON but those of frames. */
export const epochMs = z.number().int();

/** A yes or no in a query; a bare `?force` means yes. */
export function queryFlag(absent: boolean) {
  return z
    .union([z.enum(["", "true", "false", "1", "0"]), z.boolean()])
    .default(absent)
    .transform((value) => value === "" || value === "true" || value === "1" || value === true);
}
