import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { createAlarmMute } from "@canopy/contract/alarms/mutes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isManager } from "../../accounts/permissions.ts";
import { labelsQuery } from "../../devices/details/overview-query.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { TimeInput } from "../../ui/time/TimeInput.tsx";
import { DAY_MS, MINUTE_MS } from "../../ui/time/timeline.ts";
import { MUTES_KEY, RULES_KEY } from "../alarm-keys.ts";
import { firstHours, WeekFields } from "../editor/HoursFields.tsx";
import "../texts.ts";

const LENGTHS = { "1h": 60, "8h": 480 } as const;
const LENGTH_KEYS = ["1h", "8h", "until", "weekly"] as const;
type Length = (typeof LENGTH_KEYS)[number];
/** How long a mute lasts before it is said: one of weekly hours goes on for weeks. */
const FIRST_DAYS = { until: 1, weekly: 30 } as const;

type MutedThing = { readonly rule_id: string | null; readonly rule_name: string } & Partial<
  Pick<AlarmEvent, "things_id" | "device_name">
>;

interface MuteDialogProps {
  /** The rule and the device to mute; either may be missing. */
  event: MutedThing;
  /** How long, before it is chosen. */
  first?: Length;
  onClose(): void;
}

/** TRG-04: events are recorded and nothing is sent, until the mute ends by itself. */
export function MuteDialog({ event, first = "1h", onClose }: MuteDialogProps) {
  const t = useText();
  const form = useMuteForm(event, first);
  const create = useCreateMute(form.body, onClose);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    create.mutate();
  };
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
      <WhatFields event={event} form={form} />
      <LengthFields form={form} />
      <Field label={t("alarms.mute.reason")}>
        {(control) => <TextInput {...control} value={form.reason} onChange={form.setReason} maxLength={200} />}
      </Field>
      <p>{t("alarms.mute.note")}</p>
    </FormDialog>
  );
}

type MuteForm = ReturnType<typeof useMuteForm>;

function useMuteForm(event: MutedThing, first: Length) {
  const [what, setWhat] = useState<"both" | "rule" | "device">(event.things_id === undefined ? "rule" : "both");
  const [length, setLength] = useState<Length>(first);
  const [until, setUntil] = useState<{ ms: number | null }>();
  const [hours, setHours] = useState(firstHours);
  const [reason, setReason] = useState("");
  const [labelId, setLabelId] = useState("");
  const [nowMs] = useState(Date.now);
  const untilMs = until ? until.ms : nowMs + FIRST_DAYS[length === "weekly" ? "weekly" : "until"] * DAY_MS;
  const body = () => {
    const minutes =
      length === "until" || length === "weekly"
        ? Math.max(1, Math.ceil(((untilMs ?? 0) - Date.now()) / MINUTE_MS))
        : LENGTHS[length];
    const rule = what !== "device" && event.rule_id !== null && { rule_id: event.rule_id };
    const device = what !== "rule" && event.things_id !== undefined && { things_id: event.things_id };
    const label = what === "rule" && labelId !== "" && { label_id: labelId };
    return { ...rule, ...device, ...label, ...(length === "weekly" && { hours }), minutes, reason };
  };
  const fields = { what, setWhat, length, setLength, hours, setHours, reason, setReason, labelId, setLabelId };
  return { ...fields, untilMs, setUntilMs: (ms: number | null) => setUntil({ ms }), body };
}

function useCreateMute(body: MuteForm["body"], onDone: () => void) {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(createAlarmMute, { body: body() }),
    onSuccess: () => {
      addNote({ tone: "done", text: t("alarms.mute.done") });
      for (const queryKey of [MUTES_KEY, RULES_KEY]) void client.invalidateQueries({ queryKey });
      onDone();
    },
  });
}

/** The rule, the device or both; for a manager a rule everywhere, or on the devices of a label. */
function WhatFields({ event, form }: { event: MutedThing; form: MuteForm }) {
  const t = useText();
  const labels = useQuery(labelsQuery).data ?? [];
  const hasRule = event.rule_id !== null;
  const hasDevice = event.things_id !== undefined;
  const choices = (["both", "rule", "device"] as const).filter(
    (what) => (what === "rule" ? isManager() || !hasDevice : hasDevice) && (what === "device" || hasRule),
  );
  return (
    <>
      {choices.length > 1 && (
        <Segmented
          label={t("alarms.mute.what")}
          options={choices.map((value) => ({ value, label: t(`alarms.mute.${value}`) }))}
          value={form.what}
          onChange={form.setWhat}
        />
      )}
      {form.what === "rule" && labels.length > 0 && (
        <Field label={t("alarms.edit.scope")}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: t("alarms.scope.all") },
                ...labels.map(({ id, name }) => ({ value: id, label: `${t("alarms.scope.label")}: ${name}` })),
              ]}
              value={form.labelId}
              onChange={form.setLabelId}
            />
          )}
        </Field>
      )}
    </>
  );
}

function LengthFields({ form }: { form: MuteForm }) {
  const t = useText();
  const { length, hours, untilMs } = form;
  return (
    <>
      <Segmented<Length>
        label={t("alarms.mute.length")}
        options={LENGTH_KEYS.map((value) => ({ value, label: t(`alarms.mute.${value}`) }))}
        value={length}
        onChange={form.setLength}
      />
      {length === "weekly" && <WeekFields hours={hours} note="alarms.mute.hoursNote" onChange={form.setHours} />}
      {(length === "until" || length === "weekly") && (
        <Field label={t("alarms.mute.until")}>
          {(control) => (
            <TimeInput {...control} at={untilMs} onChange={form.setUntilMs} onBad={() => form.setUntilMs(null)} />
          )}
        </Field>
      )}
    </>
  );
}
