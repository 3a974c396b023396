import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { createAlarmMute } from "@canopy/contract/alarms/mutes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import { MUTES_KEY } from "../alarm-queries.ts";
import "../texts.ts";

const LENGTHS = { "1h": 60, "8h": 480 } as const;
type Length = keyof typeof LENGTHS | "until";
const MINUTE_MS = 60_000;

interface MuteDialogProps {
  /** The rule and the device to mute; either may be missing. */
  event: { readonly rule_id: string | null; readonly rule_name: string } & Partial<
    Pick<AlarmEvent, "things_id" | "device_name">
  >;
  onClose(): void;
}

/** TRG-04: events are recorded and nothing is sent, until the mute ends by itself. */
export function MuteDialog({ event, onClose }: MuteDialogProps) {
  const t = useText();
  const client = useQueryClient();
  const [what, setWhat] = useState<"both" | "rule" | "device">(event.things_id === undefined ? "rule" : "both");
  const [length, setLength] = useState<Length>("1h");
  const [untilMs, setUntilMs] = useState<number | null>(() => Date.now() + 24 * 60 * MINUTE_MS);
  const [reason, setReason] = useState("");
  const create = useMutation({
    mutationFn: () => {
      const minutes =
        length === "until" ? Math.max(1, Math.ceil(((untilMs ?? 0) - Date.now()) / MINUTE_MS)) : LENGTHS[length];
      const rule = what !== "device" && event.rule_id !== null && { rule_id: event.rule_id };
      const device = what !== "rule" && event.things_id !== undefined && { things_id: event.things_id };
      return api(createAlarmMute, { body: { ...rule, ...device, minutes, reason } });
    },
    onSuccess: async () => {
      addNote({ tone: "done", text: t("alarms.mute.done") });
      await client.invalidateQueries({ queryKey: MUTES_KEY });
      onClose();
    },
  });
  const submit = (form: FormEvent) => {
    form.preventDefault();
    create.mutate();
  };
  const choices = [
    ...(event.rule_id !== null && event.things_id !== undefined
      ? [{ value: "both" as const, label: t("alarms.mute.both") }]
      : []),
    ...(event.rule_id !== null ? [{ value: "rule" as const, label: t("alarms.mute.rule") }] : []),
    ...(event.things_id !== undefined ? [{ value: "device" as const, label: t("alarms.mute.device") }] : []),
  ];
  return (
    <FormDialog
      title={t("alarms.mute.title", { name: [event.rule_name, event.device_name].filter(Boolean).join(" · ") })}
      action={t("alarms.centre.mute")}
      width={480}
      leaves="freely"
      busy={create.isPending}
      error={create.error ? troubleOf(create.error).text : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {choices.length > 1 && (
        <Segmented label={t("alarms.mute.what")} options={choices} value={what} onChange={setWhat} />
      )}
      <Segmented<Length>
        label={t("alarms.mute.length")}
        options={(["1h", "8h", "until"] as const).map((value) => ({ value, label: t(`alarms.mute.${value}`) }))}
        value={length}
        onChange={setLength}
      />
      {length === "until" && (
        <Field label={t("alarms.mute.until")}>
          {(control) => <TimeInput {...control} at={untilMs} onChange={setUntilMs} onBad={() => setUntilMs(null)} />}
        </Field>
      )}
      <Field label={t("alarms.mute.reason")}>
        {(control) => <TextInput {...control} value={reason} onChange={setReason} maxLength={200} />}
      </Field>
      <p>{t("alarms.mute.note")}</p>
    </FormDialog>
  );
}
