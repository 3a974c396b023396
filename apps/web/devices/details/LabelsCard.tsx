import { labelThings } from "@canopy/contract/devices/bulk-things";
import { createLabel, listLabels } from "@canopy/contract/devices/labels";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Tag, X } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Popover } from "../../ui/float/Popover.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { DEVICES_KEY } from "../device-query.ts";
import parts from "../parts.module.css";
import styles from "./manage.module.css";
import "./manage-texts.ts";
import { deniedOn } from "./may-change.ts";

/** DEV-09: the labels of a device; a word that is not one yet becomes one. */
export function LabelsCard({ device }: { device: Thing }) {
  const t = useText();
  const client = useQueryClient();
  const change = useMutation({
    // What changes, not the whole list: one that was read before the last change would undo it.
    mutationFn: (labels: { add_label_ids: string[] } | { remove_label_ids: string[] }) =>
      api(labelThings, { body: { things_ids: [device.id], ...labels } }),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: DEVICES_KEY }),
  });
  const own = device.labels.map(({ id }) => id);
  const denied = deniedOn(device, labelThings);
  return (
    <Card
      title={t("devices.manage.labels")}
      aside={
        <Popover
          label={t("devices.manage.labelAdd")}
          align="end"
          trigger={(props) => (
            <Button {...props} {...(denied ? { popoverTarget: undefined } : {})} icon={Plus} denied={denied}>
              {t("devices.manage.labelAdd")}
            </Button>
          )}
        >
          {(close) => (
            <LabelFinder
              taken={own}
              onChoose={(id) => {
                change.mutate({ add_label_ids: [id] });
                close();
              }}
            />
          )}
        </Popover>
      }
    >
      {device.labels.length === 0 && <p className={parts.quiet}>{t("devices.manage.labelsNone")}</p>}
      <ul className={styles.labels}>
        {device.labels.map(({ id, name }) => (
          <li key={id} className={styles.label}>
            <Icon of={Tag} size={12} />
            {name}
            {!denied && (
              <button
                type="button"
                aria-label={t("devices.manage.labelRemove", { name })}
                onClick={() => change.mutate({ remove_label_ids: [id] })}
              >
                <Icon of={X} size={12} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LabelFinder({ taken, onChoose }: { taken: readonly string[]; onChoose(id: string): void }) {
  const t = useText();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const { data } = useQuery({ queryKey: LABELS_KEY, queryFn: ({ signal }) => api(listLabels, {}, { signal }) });
  const create = useMutation({
    mutationFn: (name: string) => api(createLabel, { body: { name } }),
    onSuccess: async ({ data: made }) => {
      setTyped("");
      onChoose(made.id);
      await client.invalidateQueries({ queryKey: LABELS_KEY });
    },
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
  });
  const wanted = typed.trim();
  const found = (data?.list ?? []).filter(
    ({ id, name }) => !taken.includes(id) && name.toLowerCase().includes(wanted.toLowerCase()),
  );
  const isNew = wanted !== "" && !(data?.list ?? []).some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  return (
    <div className={styles.finder}>
      <TextInput
        aria-label={t("devices.manage.labelFind")}
        placeholder={t("devices.manage.labelFind")}
        value={typed}
        onChange={setTyped}
      />
      <div className={styles.found}>
        {found.map(({ id, name }) => (
          <Button key={id} kind="quiet" icon={Tag} onClick={() => onChoose(id)}>
            {name}
          </Button>
        ))}
        {isNew && (
          <Button kind="quiet" icon={Plus} busy={create.isPending} onClick={() => create.mutate(wanted)}>
            {t("devices.manage.labelNew", { name: wanted })}
          </Button>
        )}
      </div>
    </div>
  );
}

const LABELS_KEY = [listLabels.name] as const;
