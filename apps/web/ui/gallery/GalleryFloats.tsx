import { EllipsisVertical, ListChecks, Pencil, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { Dialog } from "../float/Dialog.tsx";
import type { JobView } from "../float/jobs.ts";
import { KeyboardHints } from "../float/KeyboardHints.tsx";
import { Menu } from "../float/Menu.tsx";
import { addNote } from "../float/notes.ts";
import { TaskDrawer } from "../float/TaskDrawer.tsx";
import { Confirm } from "../form/Confirm.tsx";
import styles from "./gallery.module.css";

type Open = "dialog" | "typed" | "password" | "tasks" | "keys" | null;

export function GalleryFloats() {
  const t = useText();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Card title={t("ui.gallery.floats")}>
      <div className={styles.row}>
        <Button onClick={() => setOpen("dialog")}>{t("ui.gallery.dialog")}</Button>
        <Button onClick={() => setOpen("typed")}>{t("ui.gallery.typed")}</Button>
        <Button onClick={() => setOpen("password")}>{t("ui.gallery.passwordTitle")}</Button>
        <Button icon={ListChecks} onClick={() => setOpen("tasks")}>
          {t("ui.gallery.drawer")}
        </Button>
        <Button onClick={() => setOpen("keys")}>{t("ui.gallery.keys")}</Button>
        <GalleryMenu />
        <Button onClick={() => addNote({ tone: "done", text: t("ui.gallery.saved") })}>{t("ui.gallery.save")}</Button>
        <Button onClick={() => addNote({ tone: "done", text: t("ui.gallery.deleted"), undo: () => {} })}>
          {t("ui.gallery.danger")}
        </Button>
        <Button onClick={() => addNote({ tone: "urgent", text: t("ui.gallery.full") })}>{t("ui.level.urgent")}</Button>
      </div>
      <Dialog open={open === "dialog"} title={t("ui.gallery.dialog")} onClose={close}>
        {t("ui.gallery.typedText")}
      </Dialog>
      <Confirm
        open={open === "typed"}
        title={t("ui.gallery.typed")}
        word="0B0A1B22D4071E8850F3"
        action={t("ui.gallery.danger")}
        onConfirm={close}
        onClose={close}
      >
        {t("ui.gallery.typedText")}
      </Confirm>
      <Confirm
        asksPassword
        open={open === "password"}
        title={t("ui.gallery.passwordTitle")}
        action={t("ui.action.confirm")}
        onConfirm={close}
        onClose={close}
      >
        {t("ui.gallery.passwordText")}
      </Confirm>
      <GalleryTasks open={open === "tasks"} onClose={close} />
      <GalleryKeys open={open === "keys"} onClose={close} />
    </Card>
  );
}

function GalleryMenu() {
  const t = useText();
  const items = [
    { key: "edit", label: t("ui.gallery.edit"), icon: Pencil, aside: "E", onSelect: () => {} },
    {
      key: "upgrade",
      label: t("ui.gallery.denied"),
      icon: Upload,
      denied: t("ui.gallery.deniedReason"),
      onSelect: () => {},
    },
    { key: "delete", label: t("ui.gallery.danger"), icon: Trash2, danger: true, apart: true, onSelect: () => {} },
  ];
  return (
    <Menu
      label={t("ui.gallery.menu")}
      items={items}
      align="start"
      trigger={(props) => (
        <Button icon={EllipsisVertical} {...props}>
          {t("ui.gallery.menu")}
        </Button>
      )}
    />
  );
}

function GalleryTasks({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  const jobs: JobView[] = [
    {
      id: "1",
      title: t("ui.gallery.exportTask"),
      state: "running",
      stage: t("ui.gallery.packing"),
      done: 4_200_000,
      total: 10_000_000,
      perSecond: 118_000,
      canCancel: true,
    },
    {
      id: "2",
      title: t("ui.gallery.importTask"),
      state: "running",
      stage: t("ui.gallery.reading"),
      done: 93_000_000,
      amount: "bytes",
    },
    { id: "3", title: t("ui.gallery.upgradeTask"), state: "failed", error: t("ui.gallery.linkLost"), canRetry: true },
    {
      id: "4",
      title: t("ui.gallery.exportTask"),
      state: "done",
      result: { label: t("ui.gallery.download"), onOpen: onClose },
    },
  ];
  return <TaskDrawer open={open} onClose={onClose} jobs={jobs} onCancel={() => {}} onRetry={() => {}} />;
}

function GalleryKeys({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  const groups = [
    {
      title: t("ui.gallery.general"),
      hints: [
        { keys: [["Ctrl", "K"]], text: t("ui.gallery.palette") },
        { keys: [["g"], ["h"]], text: t("ui.gallery.goHome") },
        { keys: [["?"]], text: t("ui.keyboard.title") },
      ],
    },
  ];
  return <KeyboardHints open={open} onClose={onClose} groups={groups} />;
}
