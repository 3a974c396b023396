import { DataTable, type DataTableProps } from "../ui/list/DataTable.tsx";
import { RowCards } from "../ui/list/RowCards.tsx";
import { useNarrow } from "../ui/use-narrow.ts";

/** A table of few rows without pages; cards on a phone. */
export function HealthTable<R>(props: Pick<DataTableProps<R>, "label" | "columns" | "rows" | "rowKey">) {
  return useNarrow() ? <RowCards {...props} /> : <DataTable {...props} />;
}
