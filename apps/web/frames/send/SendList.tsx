import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import type { Thing } from "@canopy/contract/devices/thing";
import {
  type CommandListContent,
  commandListContent,
  deleteCommandList,
  listCommandLists,
  saveCommandList,
} from "@canopy/contract/frames/command-lists";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUp, Download, Pencil, Save, Send, Square, Trash2, Upload, X } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { downloadFile } from "../history/save-frames.ts";
import { readListFile, writeListFile } from "./command-list-file.ts";
import { replaceList, useHeldList } from "./HeldList.tsx";
import { changing, movedUp, savedAs, without, withWords } from "./list-work.ts";
import { RepeatFields } from "./RepeatFields.tsx";
import { planOf, repeatOf } from "./repeat.ts";
import styles from "./send.module.css";
import { sentFrameText } from "./sent-frame-text.ts";
import type { Sender } from "./use-sender.ts";

interface SendListProps {
  device: Thing;
  /** An item goes into the form. */
  onEdit?(): void;
  sender: Sender;
  denied: string | undefined;
}

function listsQuery(thingsId: string) {
  return queryOptions({
    queryKey: ["frames", "command-lists", thingsId],
    queryFn: async ({ signal }) => (await api(listCommandLists, { params: { things_id: thingsId } }, { signal })).list,
  });
}

/** DEV-06: a saved list of up to 100 frames, sent as one command. */
export function SendList({ device, onEdit, sender, denied }: SendListProps) {
  const t = useText();
  const held = useHeldList();
  const work = useStore(held);
  const { draft } = work;
  const queries = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const { data: saved = [] } = useQuery(listsQuery(device.id));
  const params = { things_id: device.id };
  const refresh = () => queries.invalidateQueries({ queryKey: listsQuery(device.id).queryKey });

  const content = () => {
    const plan = planOf(draft.repeat);
    const checked = commandListContent.safeParse({ name: draft.name, frames: draft.frames, ...plan });
    const code = checked.error?.issues[0]?.message;
    setProblem(code && (codeText(code) ?? t("ui.form.invalid")));
    return plan && checked.data;
  };
  const attempt = async (run: () => Promise<unknown>, done: string) => {
    try {
      await run();
      await refresh();
      addNote({ tone: "done", text: done });
    } catch (thrown) {
      addNote({ tone: "ordinary", text: troubleOf(thrown).text });
    }
  };
  const save = () => {
    const body = content();
    if (!body) return;
    const store = async () => {
      await api(saveCommandList, { params, body });
      held.set(savedAs(held.get(), work));
    };
    void attempt(store, t("frames.list.saved", { name: body.name }));
  };
  const remove = () => {
    setDeleting(false);
    void attempt(
      () => api(deleteCommandList, { params, query: { name: draft.name } }),
      t("frames.list.deleted", { name: draft.name }),
    );
  };
  const load = ({ name, frames, ...plan }: CommandListContent) =>
    replaceList(held, { name, frames, repeat: repeatOf(plan) }, t);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = readListFile(await file.text());
    if (read.ok) load(read.content);
    else {
      const item = read.problem === "badItem" ? read.item : 0;
      addNote({ tone: "ordinary", text: t(`frames.list.${read.problem}`, { file: file.name, item }) });
    }
  };
  const isSaved = saved.some(({ name }) => name === draft.name);

  return (
    <div className={styles.sendBody}>
      {saved.length > 0 && (
        <Field label={t("frames.list.savedLists")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: t("frames.list.choose") },
                ...saved.map(({ name }) => ({ value: name, label: name })),
              ]}
              value={isSaved ? draft.name : ""}
              onChange={(name) => {
                const chosen = saved.find((list) => list.name === name);
                if (chosen) load(chosen);
              }}
            />
          )}
        </Field>
      )}
      <Field label={t("frames.list.name")} required error={problem}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={64}
            value={draft.name}
            onChange={(name) => held.set(withWords(work, { name }))}
          />
        )}
      </Field>
      <ol className={styles.sendList} aria-label={t("frames.list.items")}>
        {draft.frames.length === 0 && <li className={styles.sendEmpty}>{t("frames.list.empty")}</li>}
        {draft.frames.map((frame, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same frame may stand there twice
          <li key={i} className={styles.sendItem}>
            <span className={styles.sendNumber}>{i + 1}</span>
            <span className={styles.sendText}>{sentFrameText(frame)}</span>
            {frame.delay_ms > 0 && (
              <span className={styles.sendDelay}>{t("frames.list.delay", { ms: frame.delay_ms })}</span>
            )}
            {i > 0 && (
              <IconButton
                icon={ArrowUp}
                label={t("frames.list.up", { n: i + 1 })}
                onClick={() => held.set(movedUp(work, i))}
              />
            )}
            <IconButton
              icon={Pencil}
              label={t("frames.list.edit", { n: i + 1 })}
              onClick={() => {
                held.set(changing(work, i));
                onEdit?.();
              }}
            />
            <IconButton
              icon={X}
              label={t("frames.list.remove", { n: i + 1 })}
              onClick={() => held.set(without(work, i))}
            />
          </li>
        ))}
      </ol>
      <div className={styles.sendDelay}>
        {t("frames.list.count", { count: draft.frames.length, limit: MAX_SENT_FRAMES })}
      </div>
      <RepeatFields value={draft.repeat} onChange={(repeat) => held.set(withWords(work, { repeat }))} />
      <div className={styles.sendActions}>
        <Button
          kind="main"
          icon={Send}
          busy={sender.busy}
          denied={denied}
          onClick={() => {
            const body = content();
            if (body) void sender.send(`${body.name} (${body.frames.length})`, body);
          }}
        >
          {t("frames.list.send")}
        </Button>
        <Button icon={Square} denied={denied} onClick={() => void sender.stop()}>
          {t("frames.send.stop")}
        </Button>
        <Button icon={Save} denied={denied} onClick={save}>
          {t("frames.list.save")}
        </Button>
        <Button icon={Upload} onClick={() => picker.current?.click()}>
          {t("frames.list.import")}
        </Button>
        <Button
          icon={Download}
          onClick={() => {
            const body = content();
            if (body) downloadFile(writeListFile(body), `${body.name}.json`, "application/json");
          }}
        >
          {t("frames.list.export")}
        </Button>
        {isSaved && (
          <Button icon={Trash2} denied={denied} onClick={() => setDeleting(true)}>
            {t("frames.list.delete")}
          </Button>
        )}
      </div>
      <Confirm
        open={isDeleting}
        title={t("frames.list.deleteTitle", { name: draft.name })}
        action={t("frames.list.delete")}
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        {t("frames.list.deleteText", { device: device.name })}
      </Confirm>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
