import "./choose-texts.ts";
import type { Thing } from "@canopy/contract/devices/thing";
import type { ComputedContent, ComputedSignal } from "@canopy/contract/signals/computed";
import { FunctionSquare, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { useLeaving } from "../../ui/form/use-leaving.tsx";
import layout from "../../ui/layout.module.css";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { ComputedForm, NEW_COMPUTED } from "./ComputedForm.tsx";
import styles from "./choose.module.css";

interface ComputedDialogProps {
  device: Thing;
  open: boolean;
  computed: readonly ComputedSignal[];
  onSave(content: ComputedContent): Promise<void>;
  onRemove(name: string): Promise<void>;
  onClose(): void;
}

/** The tenant's computed signals: create, change, delete. */
export function ComputedDialog({ device, open, computed, onSave, onRemove, onClose }: ComputedDialogProps) {
  const t = useText();
  const [edited, setEdited] = useState<ComputedContent>();
  const [isChanged, setChanged] = useState(false);
  const [doomed, setDoomed] = useState<string>();
  const edit = (content: ComputedContent | undefined) => {
    setChanged(false);
    setEdited(content);
  };
  const close = () => {
    edit(undefined);
    setDoomed(undefined);
    onClose();
  };
  const { leave, asking } = useLeaving(isChanged, close);
  const remove = async (name: string) => {
    try {
      await onRemove(name);
      addNote({ tone: "done", text: t("signals.computed.deleted", { name }) });
    } catch (problem) {
      addNote({ tone: "ordinary", text: troubleOf(problem).text });
    }
    setDoomed(undefined);
  };
  return (
    <Dialog open={open} title={t("signals.computed.title")} onClose={leave} width={640} footer={asking}>
      {edited && (
        <div onChange={() => setChanged(true)}>
          <ComputedForm
            device={device}
            initial={edited}
            onCancel={() => edit(undefined)}
            onSubmit={async (content) => {
              await onSave(content);
              addNote({ tone: "done", text: t("signals.computed.saved", { name: content.name }) });
              edit(undefined);
            }}
          />
        </div>
      )}
      {!edited && (
        <div className={layout.stack}>
          {computed.length === 0 && (
            <EmptyState
              icon={FunctionSquare}
              title={t("signals.computed.none")}
              text={t("signals.computed.noneText")}
            />
          )}
          <ul className={styles.computedList}>
            {computed.map((one) => (
              <li key={one.name}>
                <div>
                  <strong>{one.unit ? `${one.name} (${one.unit})` : one.name}</strong>
                  <code className="mono">{one.formula}</code>
                  {one.remark && <span className={layout.note}>{one.remark}</span>}
                </div>
                {doomed === one.name ? (
                  <span className={styles.sure} role="alert">
                    {t("signals.computed.deleteSure", { name: one.name })}
                    <Button kind="danger" onClick={() => void remove(one.name)}>
                      {t("signals.computed.delete")}
                    </Button>
                    <Button onClick={() => setDoomed(undefined)}>{t("ui.action.cancel")}</Button>
                  </span>
                ) : (
                  <span className={styles.sure}>
                    <IconButton
                      icon={Pencil}
                      label={`${t("signals.computed.edit")} ${one.name}`}
                      onClick={() => edit(contentOf(one))}
                    />
                    <IconButton
                      icon={Trash2}
                      label={`${t("signals.computed.delete")} ${one.name}`}
                      onClick={() => setDoomed(one.name)}
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
          <div>
            <Button kind="main" icon={Plus} onClick={() => edit(NEW_COMPUTED)}>
              {t("signals.computed.new")}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function contentOf({ name, unit, remark, formula, inputs }: ComputedSignal): ComputedContent {
  return { name, unit, remark, formula, inputs };
}
