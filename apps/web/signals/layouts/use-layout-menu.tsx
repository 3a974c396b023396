import "./layout-texts.ts";
import type { LayoutContent } from "@canopy/contract/signals/layouts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Eraser, LayoutDashboard, LayoutTemplate, Save, Trash2 } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import type { ToolbarItem } from "../../ui/toolbar/Toolbar.tsx";
import "../curves/curve-texts.ts";
import type { CurveView } from "../curves/curve-view.ts";
import { EMPTY_VIEW } from "../curves/curve-view.ts";
import styles from "../curves/desk.module.css";
import { DeleteLayoutDialog, type SavedLayout } from "./DeleteLayoutDialog.tsx";
import { LAYOUTS_KEY, layoutsQuery, templatesQuery } from "./layout-queries.ts";
import { panelsOf, viewOf } from "./layout-view.ts";
import { SaveLayoutDialog } from "./SaveLayoutDialog.tsx";

interface LayoutMenuProps {
  thingsId: string;
  view: CurveView;
  /** The channel on which a template is opened. */
  channel: number;
  onView(view: CurveView): void;
}

/** Saved layouts: open, save, delete. The dialog stands beside the line of tools, which may hide the menu. */
export function useLayoutMenu({ thingsId, view, channel, onView }: LayoutMenuProps) {
  const t = useText();
  const client = useQueryClient();
  const layouts = useQuery(layoutsQuery(thingsId)).data ?? [];
  const templates = useQuery(templatesQuery).data ?? [];
  const [saving, setSaving] = useState(false);
  const [removing, setRemoving] = useState<SavedLayout>();
  const shown = JSON.stringify(panelsOf(view));
  const isShown = (panels: LayoutContent["panels"], on?: number) =>
    JSON.stringify(panelsOf(viewOf(panels, on))) === shown;
  const current = layouts.find(({ panels }) => isShown(panels));
  const template = templates.find(({ panels }) => isShown(panels, channel));
  const saved: SavedLayout | undefined =
    (current && { ...current, kind: "device" }) ?? (template && { ...template, kind: "template" });
  const name = saved?.name;

  const renew = (note: string) => {
    void client.invalidateQueries({ queryKey: LAYOUTS_KEY });
    addNote({ tone: "done", text: note });
  };
  const items: MenuItem[] = [
    ...layouts.map(
      (one): MenuItem => ({
        key: `layout.${one.name}`,
        label: one.name,
        icon: LayoutDashboard,
        aside: one.user_name,
        chosen: one === current,
        onSelect: () => onView(viewOf(one.panels)),
      }),
    ),
    ...templates.map(
      (one, i): MenuItem => ({
        key: `template.${one.name}`,
        label: one.name,
        icon: LayoutTemplate,
        aside: t("signals.layout.template"),
        apart: i === 0,
        chosen: one === template,
        onSelect: () => onView(viewOf(one.panels, channel)),
      }),
    ),
    {
      key: "save",
      label: t("signals.layout.saveAs"),
      icon: Save,
      apart: true,
      denied: view.panels.length === 0 ? t("signals.curve.emptyTitle") : undefined,
      onSelect: () => setSaving(true),
    },
    { key: "clear", label: t("signals.layout.clear"), icon: Eraser, onSelect: () => onView(EMPTY_VIEW) },
    ...(saved === undefined
      ? []
      : [
          {
            key: "delete",
            label: t("signals.layout.delete", { name: saved.name }),
            icon: Trash2,
            danger: true,
            onSelect: () => setRemoving(saved),
          },
        ]),
  ];
  const menu = (
    <Menu
      label={t("signals.layout.button")}
      trigger={(props) => (
        <Button {...props} icon={LayoutDashboard} className={styles.layout ?? ""} title={name}>
          {name ?? t("signals.layout.button")}
        </Button>
      )}
      items={items}
    />
  );
  const dialog = (
    <>
      {saving && (
        <SaveLayoutDialog
          thingsId={thingsId}
          view={view}
          onClose={() => setSaving(false)}
          onSaved={(kept) => {
            setSaving(false);
            renew(t("signals.layout.saved", { name: kept }));
          }}
        />
      )}
      {removing && (
        <DeleteLayoutDialog
          thingsId={thingsId}
          layout={removing}
          onClose={() => setRemoving(undefined)}
          onDeleted={() => {
            setRemoving(undefined);
            renew(t("signals.layout.deleted", { name: removing.name }));
          }}
        />
      )}
    </>
  );
  const item: ToolbarItem = { key: "layout", content: menu, sign: name ?? "", priority: 2, atEnd: true };
  return { item, dialog };
}
