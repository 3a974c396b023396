import { isWhole, type Widget, type WidgetKind } from "@canopy/contract/statistics/panel-widgets";
import type { Panel } from "@canopy/contract/statistics/panels";
import { useReducer, useState } from "react";
import { beginHistory, type EditAction, type EditHistory, editHistory } from "../../ui/form/edit-history.ts";
import { type Box, isWithinGrid, placed, placeFor } from "./grid-moves.ts";

export interface PanelDraft {
  readonly name: string;
  readonly widgets: readonly Widget[];
}

const draftOf = ({ name, widgets }: Panel): PanelDraft => ({ name, widgets });

/** The panel as it is being edited: every step can be undone. */
export function usePanelEdit(panel: Panel) {
  const [history, act] = useReducer<EditHistory<PanelDraft>, [EditAction<PanelDraft>]>(
    editHistory,
    beginHistory(draftOf(panel)),
  );
  const [chosen, setChosen] = useState<string>();
  const { now: draft, past, future } = history;
  const set = (value: PanelDraft, step?: string) => act({ kind: "set", value, ...(step !== undefined && { step }) });
  const setWidgets = (widgets: readonly Widget[], step?: string) => set({ ...draft, widgets }, step);
  const add = (kind: WidgetKind) => {
    const widget = newWidget(kind, draft.widgets);
    setWidgets([...draft.widgets, widget]);
    setChosen(widget.id);
  };
  return {
    draft,
    chosen: draft.widgets.find(({ id }) => id === chosen),
    isChanged: JSON.stringify(draft) !== JSON.stringify(draftOf(panel)),
    incomplete: draft.widgets.filter((widget) => !isWhole(widget)),
    isTooTall: !isWithinGrid(draft.widgets),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    choose: setChosen,
    add,
    rename: (name: string) => set({ ...draft, name }, "name"),
    change: (widget: Widget) =>
      setWidgets(
        draft.widgets.map((one) => (one.id === widget.id ? widget : one)),
        `change ${widget.id}`,
      ),
    place: (id: string, box: Box, step?: string) => setWidgets(placed(draft.widgets, id, box), step),
    remove: (id: string) => setWidgets(draft.widgets.filter((one) => one.id !== id)),
    undo: () => act({ kind: "undo" }),
    redo: () => act({ kind: "redo" }),
  };
}
export type PanelEdit = ReturnType<typeof usePanelEdit>;

function newWidget(kind: WidgetKind, widgets: readonly Widget[]): Widget {
  return {
    id: crypto.randomUUID(),
    kind,
    ...placeFor(kind, widgets),
    title: "",
    device_ids: kind === "picture" ? [] : lastDevice(widgets),
    signals: [],
    min: 0,
    max: 100,
    limit: null,
    decimals: 1,
    minutes: 5,
    command: "",
    picture: "",
  };
}

/** The next widget is mostly of the same device. */
const lastDevice = (widgets: readonly Widget[]): string[] =>
  widgets.findLast(({ device_ids }) => device_ids.length > 0)?.device_ids.slice(0, 1) ?? [];
