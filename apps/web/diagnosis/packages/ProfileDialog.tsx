import { NOMINAL_V, SUPPLY_V, USUAL_NOMINAL_V } from "@canopy/contract/device-link/flash/flash-order";
import { gateName } from "@canopy/contract/devices/flash-texts";
import type { Ecu } from "@canopy/contract/diagnosis/ecus";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import {
  type FlashProfile,
  flashTransport,
  getFlashProfile,
  setFlashProfile,
} from "@canopy/contract/diagnosis/flashing/flows";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../platform/api.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextArea } from "../../ui/form/TextArea.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import layout from "../../ui/layout.module.css";
import { FLASH_KEY, flowsQuery, packagesQuery } from "../flashing/flash-queries.ts";
import { hexOf } from "../hex.ts";
import { GatePick } from "./GatePick.tsx";
import { type PickedGate, sourceOfText, textOfSource } from "./gate-source-text.ts";
import "./package-texts.ts";
import { TransportFields } from "./TransportFields.tsx";

const GATES = ["speed", "supply", "parkingBrake", "ignition"] as const;
type GateKey = (typeof GATES)[number];
const source = z.string().refine((text) => sourceOfText(text) !== undefined, "diagnosis.package.gateBad");
const profileForm = z.object({
  memory: z.string().refine((text) => memoryOf(text) !== undefined, "diagnosis.package.memoryBad"),
  level: z.string().regex(/^(|[0-9]{1,3})$/),
  flow_id: z.string(),
  package_id: z.string(),
  speed: source,
  supply: source,
  nominal_v: z.string(),
  parkingBrake: source,
  ignition: source,
  ...flashTransport.shape,
});

interface ProfileDialogProps {
  ecu: Ecu;
  onDone(): void;
  onClose(): void;
}

export function ProfileDialog(props: ProfileDialogProps) {
  const { data } = useQuery({
    queryKey: [...FLASH_KEY, "profile", props.ecu.ecu_id],
    queryFn: async ({ signal }) =>
      (await api(getFlashProfile, { params: { ecu_id: props.ecu.ecu_id } }, { signal })).data,
    staleTime: 0,
  });
  return data ? <ProfileForm {...props} profile={data} /> : null;
}

/** UDS-04: memory, unlock level, flow, package and the signals that feed the gates of one ECU. */
function ProfileForm({ ecu, profile, onDone, onClose }: ProfileDialogProps & { profile: FlashProfile }) {
  const t = useText();
  const language = useLanguage();
  const client = useQueryClient();
  const { data: packages = [] } = useQuery(packagesQuery);
  const flows = useQuery(flowsQuery).data?.list ?? [];
  const [picking, setPicking] = useState<GateKey>();
  const [picked, setPicked] = useState(() => knownNames(profile.gates));
  const form = useContractForm(profileForm, {
    initial: {
      memory: profile.memory.map(({ address, size }) => `${hexOf(address)}-${hexOf(address + size - 1)}`).join("\n"),
      level: profile.security_level === null ? "" : String(profile.security_level),
      flow_id: profile.flow_id ?? "",
      package_id: profile.package_id ?? "",
      speed: textOfSource(profile.gates.speed),
      supply: textOfSource(profile.gates.supply),
      nominal_v: String(profile.gates.nominal_v ?? USUAL_NOMINAL_V),
      parkingBrake: textOfSource(profile.gates.parkingBrake),
      ignition: textOfSource(profile.gates.ignition),
      ...profile.transport,
    },
    fieldOfCode: { [flashErrors.packageForeign.code]: "package_id" },
    submit: async (values) => {
      const sourceOf = (name: GateKey) => {
        const read = sourceOfText(values[name]) ?? null;
        const known = picked[name]?.text === values[name] ? picked[name]?.name : undefined;
        return read?.from === "frame" && known ? { ...read, name: known } : read;
      };
      const nominal_v = NOMINAL_V.find((volts) => String(volts) === values.nominal_v) ?? USUAL_NOMINAL_V;
      const gates = { ...Object.fromEntries(GATES.map((name) => [name, sourceOf(name)])), nominal_v };
      const body = {
        memory: memoryOf(values.memory) ?? [],
        gates,
        transport: flashTransport.parse(values),
        security_level: values.level === "" ? null : Number(values.level),
        flow_id: values.flow_id || null,
        package_id: values.package_id || null,
      };
      await api(setFlashProfile, { params: { ecu_id: ecu.ecu_id }, body });
      await client.invalidateQueries({ queryKey: FLASH_KEY });
      onDone();
    },
  });
  const nameOf = (name: GateKey) => (picked[name]?.text === form.values[name] ? picked[name]?.name : undefined);
  const none = { value: "", label: t("diagnosis.package.none") };
  const standard = { value: "", label: t("diagnosis.package.flowStandard") };
  return (
    <FormDialog
      title={t("diagnosis.package.profileOf", { name: ecu.name })}
      width={600}
      onClose={onClose}
      action={t("diagnosis.package.save")}
      busy={form.busy}
      error={form.formError}
      onSubmit={form.onSubmit}
    >
      <Field
        label={t("diagnosis.package.memory")}
        hint={t("diagnosis.package.memoryHint")}
        error={form.errorOf("memory")}
      >
        {(control) => <TextArea {...control} {...form.text("memory")} mono rows={3} />}
      </Field>
      <Field label={t("diagnosis.package.level")} error={form.errorOf("level")}>
        {(control) => <TextInput {...control} {...form.text("level")} inputMode="numeric" autoComplete="off" />}
      </Field>
      <Field label={t("diagnosis.package.flow")}>
        {(control) => (
          <Select<string>
            {...control}
            options={[standard, ...flows.map(({ flow_id, name }) => ({ value: flow_id, label: name }))]}
            value={form.values.flow_id}
            onChange={(value) => form.set("flow_id", value)}
          />
        )}
      </Field>
      <Field label={t("diagnosis.package.tab")} error={form.errorOf("package_id")}>
        {(control) => (
          <Select<string>
            {...control}
            options={[none, ...packages.map(({ package_id, name }) => ({ value: package_id, label: name }))]}
            value={form.values.package_id}
            onChange={(value) => form.set("package_id", value)}
          />
        )}
      </Field>
      <Field label={t("diagnosis.package.nominal")} error={form.errorOf("nominal_v")}>
        {(control) => (
          <Select<string>
            {...control}
            options={NOMINAL_V.map((volts) => ({
              value: String(volts),
              label: t("diagnosis.package.nominalOf", { volts, ...SUPPLY_V[volts] }),
            }))}
            value={form.values.nominal_v}
            onChange={(value) => form.set("nominal_v", value)}
          />
        )}
      </Field>
      <TransportFields form={form} />
      <p className={layout.note}>{`${t("diagnosis.package.gates")}: ${t("diagnosis.package.gateHint")}`}</p>
      {GATES.map((name) => (
        <Field
          key={name}
          label={gateName(name, language)}
          aside={<Button onClick={() => setPicking(name)}>{t("diagnosis.package.pick")}</Button>}
          hint={form.values[name] === "" ? t("diagnosis.package.gateNone") : nameOf(name)}
          error={form.errorOf(name)}
        >
          {(control) => <TextInput {...control} {...form.text(name)} mono autoComplete="off" />}
        </Field>
      ))}
      {picking && (
        <GatePick
          title={gateName(picking, language)}
          isState={picking === "parkingBrake" || picking === "ignition"}
          onClose={() => setPicking(undefined)}
          onPick={(one) => {
            setPicked((old) => ({ ...old, [picking]: one }));
            form.set(picking, one.text);
            setPicking(undefined);
          }}
        />
      )}
    </FormDialog>
  );
}

/** What was picked before is known by its name. */
function knownNames(gates: FlashProfile["gates"]): Partial<Record<GateKey, PickedGate>> {
  return Object.fromEntries(
    GATES.flatMap((name) => {
      const kept = gates[name];
      return kept?.from === "frame" && kept.name ? [[name, { text: textOfSource(kept), name: kept.name }]] : [];
    }),
  );
}

/** Undefined: a line is not understood. */
function memoryOf(text: string): FlashProfile["memory"] | undefined {
  const regions: FlashProfile["memory"] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const found = /^\s*(?:0x)?([0-9a-f]{1,8})\s*-\s*(?:0x)?([0-9a-f]{1,8})\s*$/i.exec(line);
    const [first = Number.NaN, last = Number.NaN] = (found?.slice(1) ?? []).map((digits) =>
      Number.parseInt(digits, 16),
    );
    if (!(last >= first)) return undefined;
    regions.push({ address: first, size: last - first + 1 });
  }
  return regions;
}
