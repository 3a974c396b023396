import type { ColumnChoice } from "../../ui/list/columns.ts";
import type { RowPen, RowWords } from "../rows/frame-row.ts";
import type { SamplesOf } from "../rows/row-panels.ts";
import type { PanelWays, PanelWords } from "../rows/signal-panel.ts";
import type { TableColumn } from "./table-columns.ts";
import type { ReadFrame, TableFrame } from "./table-frame.ts";

/** The page's settings of a frame table; they change seldom. */
export interface TableSetting {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly choice: ColumnChoice;
  /** Titles of the chosen signals, each with a column of its own. */
  readonly cells: readonly string[];
  readonly pen: RowPen & { readonly words: RowWords & PanelWords };
  readonly ways: PanelWays;
  title(column: TableColumn): string;
  /** The row at this time is marked. */
  readonly markUs: number | null;
  /** With reduced motion only the newest fading step is shown. */
  readonly reducedMotion: boolean;
  samplesOf?: SamplesOf | undefined;
  onGoTo?: (() => void) | undefined;
  /** Finds the next frame of the same identifier beyond the loaded rows. */
  nextOf?: ((frame: TableFrame) => Promise<ReadFrame | undefined>) | undefined;
}
