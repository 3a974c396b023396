import { Plus, Settings2, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { Checkbox } from "../form/Checkbox.tsx";
import { Field } from "../form/Field.tsx";
import { PasswordInput } from "../form/PasswordInput.tsx";
import { Segmented } from "../form/Segmented.tsx";
import { Select } from "../form/Select.tsx";
import { Switch } from "../form/Switch.tsx";
import { TextArea } from "../form/TextArea.tsx";
import { TextInput } from "../form/TextInput.tsx";
import { SearchInput } from "../list/SearchInput.tsx";
import { IconButton } from "../marks/IconButton.tsx";
import { Tabs } from "../Tabs.tsx";
import { TimeRangeInput } from "../time/TimeRangeInput.tsx";
import type { TimeRange } from "../time/time-range.ts";
import styles from "./gallery.module.css";

export function GalleryButtons() {
  const t = useText();
  return (
    <Card title={t("ui.gallery.buttons")}>
      <div className={styles.row}>
        <Button kind="main" icon={Plus}>
          {t("ui.gallery.main")}
        </Button>
        <Button icon={Settings2}>{t("ui.gallery.plain")}</Button>
        <Button kind="quiet">{t("ui.gallery.quiet")}</Button>
        <Button kind="danger" icon={Trash2}>
          {t("ui.gallery.danger")}
        </Button>
        <Button kind="link">{t("ui.gallery.link")}</Button>
        <Button kind="main" busy>
          {t("ui.gallery.busy")}
        </Button>
        <Button icon={Upload} denied={t("ui.gallery.deniedReason")}>
          {t("ui.gallery.denied")}
        </Button>
        <IconButton icon={Settings2} label={t("ui.gallery.plain")} />
        <IconButton edge icon={Plus} label={t("ui.gallery.main")} />
        <IconButton icon={Trash2} label={t("ui.gallery.danger")} denied={t("ui.gallery.deniedReason")} />
      </div>
    </Card>
  );
}

export function GalleryInputs() {
  const t = useText();
  const [text, setText] = useState("EV-Demo-01");
  const [search, setSearch] = useState("");
  const [on, setOn] = useState(true);
  const [mode, setMode] = useState<"read" | "readWrite">("read");
  const [range, setRange] = useState<TimeRange>({ fromMs: Date.UTC(2026, 10, 15), toMs: Date.UTC(2026, 10, 16) });
  const modes = [
    { value: "read", label: t("ui.gallery.read") },
    { value: "readWrite", label: t("ui.gallery.readWrite") },
  ] as const;
  return (
    <Card title={t("ui.gallery.inputs")}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <SearchInput label={t("ui.gallery.search")} value={search} onChange={setSearch} />
          <Select aria-label={t("ui.gallery.scope")} options={modes} value={mode} onChange={setMode} />
          <Segmented label={t("ui.gallery.scope")} options={modes} value={mode} onChange={setMode} />
          <Checkbox checked={on} onChange={setOn}>
            {t("ui.gallery.onlyFavourites")}
          </Checkbox>
          <Checkbox checked="some" onChange={setOn} aria-label={t("ui.gallery.allTypes")} />
          <Switch aria-label={t("ui.gallery.onlyFavourites")} checked={on} onChange={setOn} />
        </div>
        <TimeRangeInput range={range} onChange={setRange} />
        <Tabs label={t("ui.gallery.scope")} tabs={modes} value={mode} onChange={setMode}>
          <div className={styles.two}>
            <Field label={t("ui.gallery.name")} hint={t("ui.gallery.nameHint")} required>
              {(control) => <TextInput {...control} value={text} onChange={setText} />}
            </Field>
            <Field label={t("ui.gallery.password")} error={t("ui.confirm.passwordEmpty")}>
              {(control) => <PasswordInput {...control} autoComplete="new-password" value="" onChange={setText} />}
            </Field>
            <Field label={t("ui.gallery.note")}>
              {(control) => <TextArea {...control} value={text} onChange={setText} />}
            </Field>
          </div>
        </Tabs>
      </div>
    </Card>
  );
}
