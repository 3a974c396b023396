import { exitMarginM } from "@canopy/can/gps/fence-watch";
import { fenceListErrors } from "@canopy/contract/places/errors";
import { FENCE_KINDS, type FenceKind, type FenceShape, fenceOf } from "@canopy/contract/places/fence-shape";
import { createFence, type FenceRow, fenceContent, updateFence } from "@canopy/contract/places/fences";
import { BellPlus, ChevronDown, Redo2, Undo2 } from "lucide-react";
import { type ReactNode, useReducer, useRef, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { beginHistory, type EditAction, type EditHistory, editHistory } from "../../ui/form/edit-history.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { FenceCanvas } from "./FenceCanvas.tsx";
import { isOnDateLine } from "./fence-layers.ts";
import { problemText } from "./fence-words.ts";
import styles from "./fences.module.css";
import { RegionUpload } from "./RegionUpload.tsx";
import { ShapeFields } from "./ShapeFields.tsx";
import { TrialPanel } from "./TrialPanel.tsx";
import "./fence-texts.ts";

const nameAndRegion = fenceContent.pick({ name: true, region: true });

export type Side = "enter" | "out";

interface FenceEditorProps {
  /** Absent for a new one. */
  fence?: FenceRow | undefined;
  header(actions: ReactNode): ReactNode;
  alarmDenied: string | undefined;
  /** It is saved; with a side, an alarm rule of it is wanted. */
  onDone(fence: FenceRow, side: Side | undefined): void;
  onCancel(): void;
}

type Shape = FenceShape | undefined;

/** GPS-02: draw an area or type it, and see what it would have caught. */
export function FenceEditor(props: FenceEditorProps) {
  const { fence, header, alarmDenied, onDone, onCancel } = props;
  const t = useText();
  const [kind, setKind] = useState<FenceKind>(fence?.shape.kind ?? "circle");
  const [history, edit] = useReducer<EditHistory<Shape>, [EditAction<Shape>]>(
    editHistory<Shape>,
    beginHistory<Shape>(fence?.shape),
  );
  const [isAsked, setIsAsked] = useState(false);
  const alarm = useRef<Side>(undefined);
  const isSaved = useRef(false);
  const shape = history.now;
  const set = (value: FenceShape, step?: string) => edit({ kind: "set", value, ...(step && { step }) });
  const problem = shape ? problemText(shape) : isAsked ? t("places.fence.noShape") : undefined;
  const form = useContractForm(nameAndRegion, {
    initial: { name: fence?.name ?? "", region: fence?.region ?? "" },
    fieldOfCode: { [fenceListErrors.fenceNameTaken.code]: "name" },
    submit: async (content) => {
      if (!shape || problemText(shape)) return;
      const body = { ...content, shape };
      const { data } = fence
        ? await api(updateFence, { params: { fence_id: fence.fence_id }, body })
        : await api(createFence, { body });
      addNote({ tone: "done", text: t("places.fence.saved", { name: data.name }) });
      isSaved.current = true;
      onDone(data, alarm.current);
    },
  });
  usePageKeys(t("places.fence.form"), [
    { keys: [["Ctrl", "Z"]], text: t("places.fence.undo") },
    { keys: [["Ctrl", "Y"]], text: t("places.fence.redo") },
  ]);
  const denied = callDenied(fence ? updateFence : createFence);
  const formElement = useRef<HTMLFormElement>(null);
  const submit = (side?: Side) => {
    alarm.current = side;
    setIsAsked(true);
    formElement.current?.requestSubmit();
  };
  const choose = (next: FenceKind) => {
    setKind(next);
    if (shape && shape.kind !== next) edit({ kind: "set", value: undefined });
  };
  const actions = (
    <>
      <Button onClick={onCancel}>{t("ui.action.cancel")}</Button>
      <Button busy={form.busy} denied={denied} onClick={() => submit()}>
        {t("places.fence.save")}
      </Button>
      <Menu
        label={t("places.fence.saveAlarm")}
        trigger={(props) => (
          <Button {...props} kind="main" icon={BellPlus} denied={denied ?? alarmDenied}>
            {t("places.fence.saveAlarm")} <ChevronDown size={14} />
          </Button>
        )}
        items={(["enter", "out"] as const).map((side) => ({
          key: side,
          label: t(`places.fence.alarm.${side}`),
          onSelect: () => submit(side),
        }))}
      />
    </>
  );
  return (
    <>
      {header(actions)}
      <LeaveGuard isUnkept={form.isChanged || history.past.length > 0} free={isSaved} />
      <div className={styles.tools}>
        <Segmented
          label={t("places.fence.shape")}
          options={FENCE_KINDS.map((value) => ({ value, label: t(`places.fence.kind.${value}`) }))}
          value={kind}
          onChange={choose}
        />
        <span className={styles.steps}>
          <IconButton
            icon={Undo2}
            label={t("places.fence.undo")}
            aria-disabled={history.past.length === 0}
            onClick={() => edit({ kind: "undo" })}
          />
          <IconButton
            icon={Redo2}
            label={t("places.fence.redo")}
            aria-disabled={history.future.length === 0}
            onClick={() => edit({ kind: "redo" })}
          />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of undo work wherever the focus is in the editor */}
      <div
        className={styles.desk}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
          const key = event.key.toLowerCase();
          if (key === "z") edit({ kind: event.shiftKey ? "redo" : "undo" });
          else if (key === "y") edit({ kind: "redo" });
        }}
      >
        <form
          ref={formElement}
          className={styles.form}
          aria-label={t("places.fence.form")}
          onSubmit={(event) => {
            setIsAsked(true);
            form.onSubmit(event);
          }}
          noValidate
        >
          <FormAlert text={form.formError} />
          <Field label={t("places.fence.name")} required error={form.errorOf("name")}>
            {(control) => <TextInput {...control} {...form.text("name")} autoComplete="off" dir="auto" />}
          </Field>
          <Field label={t("places.fence.region")} error={form.errorOf("region")}>
            {(control) => <TextInput {...control} {...form.text("region")} autoComplete="off" dir="auto" />}
          </Field>
          {kind === "region" && (
            <RegionUpload
              onRegion={(region, name) => {
                set(region);
                if (form.values.name === "" && name) form.set("name", name.slice(0, 50));
              }}
            />
          )}
          {shape && <ShapeFields shape={shape} onChange={set} />}
          {problem && (
            <p className={styles.error} role="alert">
              {problem}
            </p>
          )}
          <Counting shape={shape} />
          <Uses fence={fence} />
        </form>
        <div className={styles.canvas}>
          <FenceCanvas kind={kind} shape={shape} onChange={set} onSettled={() => edit({ kind: "settle" })} />
        </div>
        <TrialPanel shape={shape} />
      </div>
    </>
  );
}

/** GPS-03: each rule of the judge with one sentence. */
function Counting({ shape }: { shape: Shape }) {
  const t = useText();
  const margin = shape ? Math.round(exitMarginM(fenceOf(shape))) : 20;
  return (
    <section className={styles.counts}>
      <h2>{t("places.fence.counts")}</h2>
      <ul>
        <li>{t("places.fence.counts.inside")}</li>
        <li>{t("places.fence.counts.outside", { margin })}</li>
        <li>{t("places.fence.counts.stay")}</li>
        <li>{t("places.fence.counts.poor")}</li>
        <li>{t("places.fence.counts.already")}</li>
        {shape && isOnDateLine(shape) && <li>{t("places.fence.dateLine")}</li>}
      </ul>
    </section>
  );
}

function Uses({ fence }: { fence: FenceRow | undefined }) {
  const t = useText();
  if (!fence) return null;
  const { rules } = fence;
  return (
    <section className={styles.counts}>
      <h2>{rules.length > 0 ? t("places.fence.usedBy", { count: rules.length }) : t("places.fence.unused")}</h2>
      <ul>
        {rules.map(({ rule_id, name }) => (
          <li key={rule_id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
