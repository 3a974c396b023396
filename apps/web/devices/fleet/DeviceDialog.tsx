import "./list-texts.ts";
import { deviceErrors } from "@canopy/contract/devices/errors";
import { setThingLabels } from "@canopy/contract/devices/labels";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { newThing, type Thing } from "@canopy/contract/devices/thing";
import { createThing, getThing, updateThing } from "@canopy/contract/devices/things";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { DeviceFields, type DeviceValues } from "./DeviceFields.tsx";
import styles from "./form.module.css";

interface DeviceDialogProps {
  /** Undefined: a new one. */
  thingsId?: string | undefined;
  /** Those that may carry it. */
  gateways: readonly OverviewRow[];
  labels: ReadonlyMap<string, string>;
  onSaved(device: Thing, key: string | undefined): void;
  onClose(): void;
}

const EMPTY: DeviceValues = { name: "", third_things_id: "", channel_enable: [true, true] };

/** DEV-02: add or change a device by the server's own schema. */
export function DeviceDialog(props: DeviceDialogProps) {
  const { thingsId, onClose } = props;
  const t = useText();
  const query = useQuery({
    queryKey: ["devices", "edited", thingsId],
    queryFn: async ({ signal }) => (await api(getThing, { params: { things_id: thingsId ?? "" } }, { signal })).data,
    enabled: thingsId !== undefined,
    // The form starts from the current values and then keeps the user's input.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (thingsId === undefined) return <OpenDialog {...props} initial={EMPTY} />;
  if (query.data) return <OpenDialog {...props} initial={valuesOf(query.data)} />;
  return (
    <Dialog open title={t("devices.form.edit")} width={640} onClose={onClose}>
      {query.error ? (
        <FailedState
          title={t("devices.list.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => query.refetch()}
        />
      ) : (
        <Skeleton rows={6} columns={2} />
      )}
    </Dialog>
  );
}

function valuesOf(device: Thing): DeviceValues {
  return { ...device, label_ids: device.labels.map(({ id }) => id) };
}

function OpenDialog({
  thingsId,
  initial,
  gateways,
  labels,
  onSaved,
  onClose,
}: DeviceDialogProps & { initial: DeviceValues }) {
  const t = useText();
  const form = useContractForm(newThing, {
    initial,
    fieldOfCode: {
      [deviceErrors.idBound.code]: "third_things_id",
      [deviceErrors.licenceInvalid.code]: "licence",
      [deviceErrors.notAGateway.code]: "gateway_id",
      [deviceErrors.hasChildren.code]: "class",
    },
    submit: async (values) => {
      if (thingsId === undefined) {
        const { data, licence_key } = await api(createThing, { body: values });
        return onSaved(data, licence_key);
      }
      const { label_ids, third_things_id: _, ...changes } = values;
      const params = { things_id: thingsId };
      const { data } = await api(updateThing, { params, body: changes });
      await api(setThingLabels, { params, body: { label_ids } });
      onSaved(data, undefined);
    },
  });
  return (
    <FormDialog
      title={t(thingsId === undefined ? "devices.form.add" : "devices.form.edit")}
      width={640}
      onClose={onClose}
      action={t(thingsId === undefined ? "devices.form.add" : "devices.form.save")}
      busy={form.busy}
      error={form.formError}
      className={styles.form}
      onSubmit={form.onSubmit}
    >
      <DeviceFields
        form={form}
        isNew={thingsId === undefined}
        gateways={gateways.filter(({ id }) => id !== thingsId)}
        labels={labels}
      />
    </FormDialog>
  );
}
