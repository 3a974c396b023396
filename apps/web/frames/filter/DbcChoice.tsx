import "./filter-texts.ts";
import { FileCode2, FolderOpen, Library, Link2, X } from "lucide-react";
import { use, useRef } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import type { FrameDecoders } from "../rows/frame-decoders.ts";
import { DbcOffers } from "./dbc-offer.ts";
import { chooseDbc, deviceDbc, dropDbc } from "./device-dbc.ts";
import styles from "./filter.module.css";

/** What stands on the button. */
export const namesOf = (decoders: FrameDecoders) => [...new Set(decoders.all.map(({ name }) => name))].join(", ");

/** What decodes here: the bindings of the channels, and before them a DBC of the library or of one's own machine, read in this page and kept for the device while the browser is open. */
export function DbcChoice({ thingsId, decoders }: { thingsId: string; decoders: FrameDecoders }) {
  const t = useText();
  const dbc = useStore(deviceDbc(thingsId));
  const bound = namesOf(decoders);
  const picker = useRef<HTMLInputElement>(null);
  const offer = use(DbcOffers);
  const take = async (file: string, bytes: Uint8Array) => {
    const read = await chooseDbc(thingsId, file, bytes);
    if (!read.ok) addNote({ tone: "ordinary", text: t(`frames.dbc.${read.problem}`, { file }) });
    else if (read.dbc.problems > 0) {
      addNote({ tone: "tip", text: t("frames.dbc.problems", { file, count: read.dbc.problems }) });
    }
  };
  const takeFile = async (file: File | undefined) => {
    if (file) await take(file.name, new Uint8Array(await file.arrayBuffer()));
  };
  const takeOffered = async (key: string) => {
    try {
      const { name, text } = (await offer?.read(key)) ?? { name: "", text: "" };
      await take(name, new TextEncoder().encode(text));
    } catch (problem) {
      addNote({ tone: "ordinary", text: troubleOf(problem).text });
    }
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".dbc,.ldf,.arxml"
        hidden
        onChange={(event) => {
          void takeFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Menu
        label={t("frames.dbc.choice")}
        align="start"
        trigger={(props) => (
          <Button {...props} icon={FileCode2} className={styles.dbc ?? ""} title={bound || undefined}>
            {bound || t("frames.dbc.none")}
          </Button>
        )}
        items={[
          ...(offer?.files ?? []).map(({ key, name, note }) => ({
            key,
            label: name,
            icon: Library,
            aside: note,
            onSelect: () => void takeOffered(key),
          })),
          { key: "open", label: t("frames.dbc.open"), icon: FolderOpen, onSelect: () => picker.current?.click() },
          ...(offer?.toBind
            ? [{ key: "bind", label: t("frames.dbc.bind"), icon: Link2, apart: true, onSelect: offer.toBind }]
            : []),
          ...(dbc ? [{ key: "drop", label: t("frames.dbc.drop"), icon: X, onSelect: () => dropDbc(thingsId) }] : []),
        ]}
      />
    </>
  );
}
