import { FileCode2, FolderOpen, X } from "lucide-react";
import { useRef } from "react";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/Menu.tsx";
import { addNote } from "../ui/notes.ts";
import { chooseDbc, deviceDbc, dropDbc } from "./device-dbc.ts";
import styles from "./frames.module.css";

/** Decode in place: a DBC file of one's own, read in this page and kept for the device while the browser is open. */
export function DbcChoice({ thingsId }: { thingsId: string }) {
  const t = useText();
  const dbc = useStore(deviceDbc(thingsId));
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = chooseDbc(thingsId, file.name, new Uint8Array(await file.arrayBuffer()));
    if (!read.ok) addNote({ tone: "ordinary", text: t(`frames.dbc.${read.problem}`, { file: file.name }) });
    else if (read.dbc.problems > 0) {
      addNote({ tone: "tip", text: t("frames.dbc.problems", { file: file.name, count: read.dbc.problems }) });
    }
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".dbc"
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Menu
        label={t("frames.dbc.choice")}
        align="start"
        trigger={(props) => (
          <Button {...props} icon={FileCode2} className={styles.dbc ?? ""}>
            {dbc?.name ?? t("frames.dbc.none")}
          </Button>
        )}
        items={[
          { key: "open", label: t("frames.dbc.open"), icon: FolderOpen, onSelect: () => picker.current?.click() },
          ...(dbc ? [{ key: "drop", label: t("frames.dbc.drop"), icon: X, onSelect: () => dropDbc(thingsId) }] : []),
        ]}
      />
    </>
  );
}
