import { MAX_SENT_FRAMES } from "@canopy/contract/device-link/limits";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import type { Thing } from "@canopy/contract/devices/thing";
import {
  type CommandList,
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
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { downloadFile } from "../history/save-frames.ts";
import { readListFile, writeListFile } from "./command-list-file.ts";
import { planOf, type Repeat, RepeatFields, repeatOf } from "./RepeatFields.tsx";
import styles from "./send.module.css";
import { sentFrameText } from "./sent-frame-text.ts";
import type { Sender } from "./use-sender.ts";

/** A list as it is being edited. */
export interface ListDraft {
  name: string;
  frames: readonly SentFrame[];
  repeat: Repeat;
}

interface SendListProps {
  device: Thing;
  draft: ListDraft;
  onDraft(draft: ListDraft): void;
  onEdit(frame: SentFrame, at: number): void;
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
export function SendList({ device, draft, onDraft, onEdit, sender, denied }: SendListProps) {
  const t = useText();
  const queries = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
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
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      await refresh();
      addNote({ tone: "done", text: done });
    } catch (thrown) {
      addNote({ tone: "ordinary", text: troubleOf(thrown).text });
    }
  };
  const save = () => {
    const body = content();
    if (body) void attempt(() => api(saveCommandList, { params, body }), t("frames.list.saved", { name: body.name }));
  };
  const remove = () =>
    attempt(
      () => api(deleteCommandList, { params, query: { name: draft.name } }),
      t("frames.list.deleted", { name: draft.name }),
    );
  const load = ({ name, frames, ...plan }: CommandList) => onDraft({ name, frames, repeat: repeatOf(plan) });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = readListFile(await file.text());
    if (read.ok) {
      const { name, frames, ...plan } = read.content;
      onDraft({ name, frames, repeat: repeatOf(plan) });
    } else {
      const item = read.problem === "badItem" ? read.item : 0;
      addNote({ tone: "ordinary", text: t(`frames.list.${read.problem}`, { file: file.name, item }) });
    }
  };
  const change = (frames: readonly SentFrame[]) => onDraft({ ...draft, frames });
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
          <TextInput {...control} maxLength={64} value={draft.name} onChange={(name) => onDraft({ ...draft, name })} />
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
                onClick={() => change(draft.frames.with(i - 1, frame).with(i, draft.frames[i - 1] ?? frame))}
              />
            )}
            <IconButton icon={Pencil} label={t("frames.list.edit", { n: i + 1 })} onClick={() => onEdit(frame, i)} />
            <IconButton
              icon={X}
              label={t("frames.list.remove", { n: i + 1 })}
              onClick={() => change(draft.frames.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ol>
      <div className={styles.sendDelay}>
        {t("frames.list.count", { count: draft.frames.length, limit: MAX_SENT_FRAMES })}
      </div>
      <RepeatFields value={draft.repeat} onChange={(repeat) => onDraft({ ...draft, repeat })} />
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
          <Button icon={Trash2} denied={denied} onClick={() => void remove()}>
            {t("frames.list.delete")}
          </Button>
        )}
      </div>
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
