import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@canopy/contract/platform/lists";
import { LEAST_ROWS, MOST_ROWS } from "./fit-rows.ts";

export interface ListSort {
  key: string;
  descending: boolean;
}

/** Everything about a list that belongs in the address, so that a link shows the same thing. */
export interface ListState {
  page: number;
  size: number;
  sort: ListSort | null;
  filters: Readonly<Record<string, string>>;
}

interface ListShape {
  /** What the person chose last in this list, which may be to fit the height. */
  keptSize: number;
  sortKeys: readonly string[];
  filterKeys: readonly string[];
}

/** An address can be typed by hand: whatever does not fit falls back in silence. */
export function readListState(search: Readonly<Record<string, unknown>>, shape: ListShape): ListState {
  const size = Number(search.size);
  return {
    page: wholeFrom1(search.page),
    size: isShownSize(size) ? size : shape.keptSize,
    sort: readSort(search.sort, shape.sortKeys),
    filters: Object.fromEntries(
      shape.filterKeys.flatMap((key) => {
        const value = search[key];
        return value === undefined || value === null || value === "" ? [] : [[key, String(value)]];
      }),
    ),
  };
}

/** What differs from the plain list; the size too where the page number would mean nothing without it. */
export function writeListState(state: ListState, keptSize: number): Record<string, string | number> {
  const filters = Object.entries(state.filters).filter(([, value]) => value !== "");
  return {
    ...Object.fromEntries(filters),
    ...(state.sort ? { sort: sortText(state.sort) } : {}),
    ...(state.page > 1 ? { page: state.page } : {}),
    ...(state.page > 1 || state.size !== keptSize ? { size: state.size } : {}),
  };
}

/** Other rows: from the first page again. */
export function withFilter(state: ListState, key: string, value: string): ListState {
  return { ...state, page: 1, filters: { ...state.filters, [key]: value } };
}

export function withSort(state: ListState, sort: ListSort | null): ListState {
  return { ...state, page: 1, sort };
}

/** The first row stays in view. */
export function withSize(state: ListState, size: number): ListState {
  return { ...state, size, page: Math.floor(((state.page - 1) * state.size) / size) + 1 };
}

/** Unsorted, ascending, descending, unsorted. */
export function nextSort(sort: ListSort | null | undefined, key: string): ListSort | null {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? null : { key, descending: true };
}

export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

function isPageSize(size: number): boolean {
  return PAGE_SIZES.some((known) => known === size);
}

/** One who fits the height has a size of his own. */
function isShownSize(size: number): boolean {
  return Number.isInteger(size) && size >= LEAST_ROWS && size <= MOST_ROWS;
}

export function pageSizeOfText(text: string | null): number {
  const size = Number(text);
  return isPageSize(size) ? size : DEFAULT_PAGE_SIZE;
}

/** A sort in the address: the key, behind a minus where it is descending. */
export const sortText = ({ key, descending }: ListSort): string => `${descending ? "-" : ""}${key}`;

export function readSort(value: unknown, keys: readonly string[]): ListSort | null {
  if (typeof value !== "string") return null;
  const descending = value.startsWith("-");
  const key = descending ? value.slice(1) : value;
  return keys.includes(key) ? { key, descending } : null;
}

function wholeFrom1(value: unknown): number {
  const page = Number(value);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
