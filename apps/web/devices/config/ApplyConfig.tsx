import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { applyConfiguration, CONFIG_APPLY_MAX, type ConfigRollout } from "@canopy/contract/devices/configuration";
import type { Thing } from "@canopy/contract/devices/thing";
import { listThings } from "@canopy/contract/devices/things";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { useLeaving } from "../../ui/form/use-leaving.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { StatusDot } from "../../ui/marks/StatusDot.tsx";
import { DEVICES_KEY } from "../device-query.ts";
import parts from "../parts.module.css";
import { ConfigStateChip } from "./ConfigStateChip.tsx";
import { rolloutQuery } from "./config-queries.ts";
import styles from "./review.module.css";

interface ApplyConfigProps {
  /** Is not offered: it has its own button. */
  thingsId: string;
  config: DeviceConfig;
  onClose(): void;
}

/** One configuration for many devices: choose them, then watch the result of each. */
export function ApplyConfig({ thingsId, config, onClose }: ApplyConfigProps) {
  const t = useText();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const apply = useMutation({
    mutationFn: async () => {
      const body = { things_ids: [...chosen], config, note: "" };
      return (await api(applyConfiguration, { body }, { idempotencyKey: crypto.randomUUID() })).data;
    },
  });
  const { leave, asking } = useLeaving(chosen.size > 0 && !apply.data, onClose);
  return (
    <Dialog
      open
      drawer
      title={t("devices.config.applyTitle")}
      onClose={leave}
      footer={
        asking ??
        (apply.data ? (
          <Button kind="main" onClick={onClose}>
            {t("ui.action.close")}
          </Button>
        ) : (
          <Button
            kind="main"
            busy={apply.isPending}
            denied={chosen.size === 0 ? t("devices.config.applyChoose") : undefined}
            onClick={() => apply.mutate()}
          >
            {t("devices.config.applyTo", { count: chosen.size })}
          </Button>
        ))
      }
    >
      {apply.error && <Banner level="urgent" alert title={troubleOf(apply.error).text} />}
      {apply.data ? <Result first={apply.data} /> : <Choice thingsId={thingsId} chosen={chosen} onChange={setChosen} />}
    </Dialog>
  );
}

/** At once; the others are found by their name. */
const OFFERED = 100;

interface ChoiceProps {
  thingsId: string;
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

function Choice({ thingsId, chosen, onChange }: ChoiceProps) {
  const t = useText();
  const [keyword, setKeyword] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: [...DEVICES_KEY, "config-targets", keyword],
    queryFn: ({ signal }) => {
      const filters = keyword === "" ? undefined : JSON.stringify({ keyword });
      const query = { page_size: OFFERED, order_param: "name", order_type: 0, ...(filters && { filters }) } as const;
      return api(listThings, { query }, { signal });
    },
  });
  const others = data?.list.filter(({ id }) => id !== thingsId);
  const more = data ? data.pagination.total_size - data.list.length : 0;
  const take = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on && next.size < CONFIG_APPLY_MAX) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <div className={parts.stack}>
      <p className={parts.quiet}>{t("devices.config.applyNote")}</p>
      <SearchInput label={t("devices.config.applyFind")} value={keyword} onChange={setKeyword} />
      {error && !data && (
        <FailedState
          title={t("devices.config.applyFailed")}
          trouble={troubleOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!others && !error && <Skeleton rows={5} columns={2} />}
      {others?.length === 0 && <EmptyState title={t("devices.config.applyNone")} />}
      <ul className={styles.targets}>
        {others?.map((device) => (
          <li key={device.id}>
            <Target device={device} isChosen={chosen.has(device.id)} onChange={(on) => take(device.id, on)} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={parts.quiet}>{t("devices.config.applyMore", { count: more })}</p>}
    </div>
  );
}

function Target({ device, isChosen, onChange }: { device: Thing; isChosen: boolean; onChange(on: boolean): void }) {
  const t = useText();
  const mayWrite = device.level === "write";
  return (
    <>
      <Checkbox
        checked={isChosen}
        disabled={!mayWrite}
        title={mayWrite ? undefined : t("ui.rights.write", { device: device.name })}
        onChange={onChange}
      >
        {device.name}
      </Checkbox>
      <span className={styles.targetFacts}>
        <code>{device.third_things_id}</code>
        <StatusDot on={device.online} />
      </span>
    </>
  );
}

const ENDED = ["confirmed", "refused", "failed", "superseded"];

function Result({ first }: { first: ConfigRollout }) {
  const t = useText();
  const { data = first } = useQuery({ ...rolloutQuery(first.id), initialData: first });
  const done = data.items.filter(({ state }) => ENDED.includes(state)).length;
  const words = t("devices.config.applyProgress", { done, all: data.items.length });
  return (
    <div className={parts.stack}>
      <p>{words}</p>
      <ProgressBar label={words} share={data.items.length === 0 ? 1 : done / data.items.length} />
      <ul className={styles.targets} aria-label={t("devices.config.applyResult")}>
        {data.items.map((item) => (
          <li key={item.things_id}>
            <span className={styles.targetName}>{item.name}</span>
            <span className={styles.targetFacts}>
              {item.problem && <span className={parts.quiet}>{codeText(item.problem) ?? item.problem}</span>}
              <ConfigStateChip state={item.state} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
