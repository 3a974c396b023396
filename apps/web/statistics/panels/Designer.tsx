import {
  MAX_PICTURES,
  MAX_WIDGETS,
  WIDGET_KINDS,
  type Widget,
  type WidgetKind,
} from "@canopy/contract/statistics/panel-widgets";
import { type Panel, type PanelData, updatePanel } from "@canopy/contract/statistics/panels";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Redo2, Save, Undo2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { EditGrid } from "./EditGrid.tsx";
import { PanelGrid } from "./PanelGrid.tsx";
import { PANELS_KEY, panelQuery } from "./panel-queries.ts";
import styles from "./panels.module.css";
import { type PanelEdit, usePanelEdit } from "./use-panel-edit.ts";
import { WidgetForm } from "./WidgetForm.tsx";
import "./panel-texts.ts";

interface DesignerProps {
  panel: Panel;
  data: PanelData | undefined;
  onEdit(isEditing: boolean): void;
  onBack(): void;
}

/** STA-05: widgets are added, placed and given their signals; every step can be undone. */
export function Designer({ data, onBack, onEdit, ...props }: DesignerProps) {
  const t = useText();
  // Another's change is told when this one is saved; what is being done here stays.
  const [panel] = useState(props.panel);
  const [isPreview, setPreview] = useState(false);
  const isSaved = useRef(false);
  const edit = usePanelEdit(panel);
  const { draft } = edit;
  const saving = useSave(panel, () => {
    isSaved.current = true;
    onEdit(false);
  });
  const problem = problemOf(t, edit);
  const save = () => {
    if (problem) addNote({ tone: "ordinary", text: problem });
    else saving.mutate(draft);
  };
  useUndoKeys(edit);
  return (
    <div>
      <PageHeader
        title={draft.name}
        onBack={onBack}
        actions={
          <>
            <IconButton
              icon={Undo2}
              label={t("statistics.panel.undo")}
              aria-disabled={!edit.canUndo}
              onClick={edit.undo}
            />
            <IconButton
              icon={Redo2}
              label={t("statistics.panel.redo")}
              aria-disabled={!edit.canRedo}
              onClick={edit.redo}
            />
            <Button aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
              {t("statistics.panel.preview")}
            </Button>
            <Button kind="main" icon={Save} busy={saving.isPending} onClick={save}>
              {t("statistics.panel.save")}
            </Button>
          </>
        }
      />
      {isPreview ? (
        <div className={styles.page}>
          <PanelGrid widgets={draft.widgets} saved={panel.widgets} data={data} />
        </div>
      ) : (
        <DesignTable edit={edit} saved={panel.widgets} data={data} />
      )}
      <LeaveGuard isUnkept={edit.isChanged} free={isSaved} place={["id", "edit"]} />
    </div>
  );
}

interface DesignTableProps {
  edit: PanelEdit;
  saved: readonly Widget[];
  data: PanelData | undefined;
}

function DesignTable({ edit, saved, data }: DesignTableProps) {
  const t = useText();
  const { draft, chosen } = edit;
  return (
    <div className={styles.designer}>
      <div className={styles.stage}>
        <fieldset className={styles.adders} aria-label={t("statistics.panel.add")}>
          {WIDGET_KINDS.map((kind) => (
            <Button key={kind} denied={fullOf(t, draft.widgets, kind)} onClick={() => edit.add(kind)}>
              {t(`statistics.widget.${kind}`)}
            </Button>
          ))}
        </fieldset>
        <EditGrid
          widgets={draft.widgets}
          saved={saved}
          data={data}
          chosen={chosen?.id}
          onChoose={edit.choose}
          onPlace={edit.place}
          onRemove={edit.remove}
        />
        <p className={styles.note}>{t("statistics.panel.keys")}</p>
      </div>
      <aside className={styles.side}>
        <Field label={t("statistics.panel.name")} required>
          {(control) => <TextInput {...control} value={draft.name} maxLength={50} onChange={edit.rename} />}
        </Field>
        {chosen && (
          <WidgetForm key={chosen.id} widget={chosen} onChange={edit.change} onRemove={() => edit.remove(chosen.id)} />
        )}
      </aside>
    </div>
  );
}

/** Why no more of this kind can be added. */
function fullOf(t: Translate, widgets: readonly Widget[], kind: WidgetKind): string | undefined {
  if (widgets.length >= MAX_WIDGETS) return t("statistics.panel.widgetLimit", { limit: MAX_WIDGETS });
  const pictures = widgets.filter((one) => one.kind === "picture").length;
  return kind === "picture" && pictures >= MAX_PICTURES
    ? t("statistics.panel.pictureLimit", { limit: MAX_PICTURES })
    : undefined;
}

/** Why it cannot be saved yet. */
function problemOf(t: Translate, { incomplete, isTooTall }: PanelEdit): string | undefined {
  const names = incomplete.map(({ title, kind }) => title || t(`statistics.widget.${kind}`)).join(", ");
  if (incomplete.length > 0) return t("statistics.panel.incomplete", { names });
  return isTooTall ? t("statistics.panel.tooTall") : undefined;
}

/** Ctrl-Z and Ctrl-Shift-Z, anywhere on the page. */
function useUndoKeys({ undo, redo }: Pick<PanelEdit, "undo" | "redo">): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

function useSave({ panel_id, version }: Panel, onSaved: () => void) {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, widgets }: PanelEdit["draft"]) =>
      api(updatePanel, { params: { panel_id }, body: { name, widgets: [...widgets], version } }),
    onSuccess: ({ data }) => {
      client.setQueryData(panelQuery(panel_id).queryKey, data);
      addNote({ tone: "done", text: t("statistics.panel.saved", { name: data.name }) });
      onSaved();
    },
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: PANELS_KEY }),
  });
}
