import "./dbc-texts.ts";
import { channelName } from "@canopy/contract/device-link/channels";
import { listThings } from "@canopy/contract/devices/things";
import { checkDbc } from "@canopy/contract/signals/dbc-check";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { useState } from "react";
import { useDeviceChannels } from "../../frames/filter/use-device-channels.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { CheckResult } from "./CheckResult.tsx";
import styles from "./compare.module.css";
import parts from "./dbc-parts.module.css";

const MINUTES = ["1", "10", "60", "1440"] as const;
const MAX_DEVICES = 500;

/** Channels offered for a device without known channels. */
const USUAL_CHANNELS = [0, 1];

interface CheckDialogProps {
  file: DbcFile;
  revision: number;
  onClose(): void;
}

/** DBC-01: compares a revision with the traffic of a channel. */
export function CheckDialog({ file, revision, onClose }: CheckDialogProps) {
  const t = useText();
  const [chosen, setChosen] = useState("");
  const [channel, setChannel] = useState("0");
  const [minutes, setMinutes] = useState<(typeof MINUTES)[number]>("10");
  const [asked, setAsked] = useState<{ things_id: string; channel: number; minutes: number }>();
  const devices = useQuery({
    queryKey: [listThings.name, "check"],
    queryFn: async ({ signal }) => (await api(listThings, { query: { page_size: MAX_DEVICES } }, { signal })).list,
  });
  const check = useQuery({
    queryKey: [checkDbc.name, file.dbc_id, revision, asked],
    queryFn: async ({ signal }) => {
      const { things_id = "", ...rest } = asked ?? {};
      const query = { dbc_id: file.dbc_id, revision, ...rest };
      return (await api(checkDbc, { params: { things_id }, query }, { signal })).data;
    },
    enabled: asked !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const device = devices.data?.find(({ id }) => id === chosen) ?? devices.data?.[0];
  const own = useDeviceChannels(device);
  const channels = own.length > 0 ? own : USUAL_CHANNELS;
  const channelNumber = channels.includes(Number(channel)) ? Number(channel) : (channels[0] ?? 0);
  return (
    <Dialog open width={860} title={t("signals.check.title", { name: file.name, revision })} onClose={onClose}>
      <div className={parts.dialogForm}>
        {devices.data?.length === 0 ? (
          <EmptyState title={t("signals.check.noDevices")} />
        ) : (
          <div className={styles.checkForm}>
            <Field label={t("signals.check.device")}>
              {(control) => (
                <Select
                  {...control}
                  options={(devices.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  value={device?.id ?? ""}
                  onChange={setChosen}
                />
              )}
            </Field>
            <Field label={t("signals.check.channel")}>
              {(control) => (
                <Select
                  {...control}
                  options={channels.map((one) => ({ value: String(one), label: channelName(one) }))}
                  value={String(channelNumber)}
                  onChange={setChannel}
                />
              )}
            </Field>
            <Field label={t("signals.check.minutes")}>
              {(control) => (
                <Select
                  {...control}
                  options={MINUTES.map((value) => ({ value, label: t(`signals.check.last${value}`) }))}
                  value={minutes}
                  onChange={setMinutes}
                />
              )}
            </Field>
            <Button
              kind="main"
              icon={Activity}
              busy={check.isFetching}
              denied={device ? undefined : t("signals.check.noDevices")}
              onClick={() => {
                if (!device) return;
                setAsked({ things_id: device.id, channel: channelNumber, minutes: Number(minutes) });
                if (asked) void check.refetch();
              }}
            >
              {t("signals.check.run")}
            </Button>
          </div>
        )}
        {check.error && (
          <FailedState
            title={t("signals.check.failed")}
            trouble={troubleOf(check.error)}
            onRetry={() => void check.refetch()}
          />
        )}
        {asked && check.isPending && !check.error && <Skeleton rows={6} columns={2} />}
        {check.data && <CheckResult result={check.data} />}
      </div>
    </Dialog>
  );
}
