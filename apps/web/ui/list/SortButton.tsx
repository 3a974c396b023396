import { ArrowDown, ArrowUp } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { join } from "../join.ts";
import { Icon } from "../marks/Icon.tsx";
import styles from "./list.module.css";
import { type ListSort, nextSort } from "./list-address.ts";

interface SortButtonProps {
  sort: ListSort | null | undefined;
  onSort(sort: ListSort | null): void;
  sortKey: string;
  title: string;
}

/** The title of a column that sorts: ascending, descending, then unsorted. */
export function SortButton({ sort, onSort, sortKey, title }: SortButtonProps) {
  const t = useText();
  const isSorted = sort?.key === sortKey;
  const next = nextSort(sort, sortKey);
  const effect = next ? (next.descending ? "ui.list.sortDescending" : "ui.list.sortAscending") : "ui.list.sortNone";
  return (
    <button
      type="button"
      className={join(styles.sort, isSorted && styles.sorted)}
      title={t(effect, { column: title })}
      onClick={() => onSort(next)}
    >
      {title}
      <Icon of={isSorted && sort.descending ? ArrowDown : ArrowUp} size={12} />
    </button>
  );
}
