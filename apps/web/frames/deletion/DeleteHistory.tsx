import { deletionPreview, MOST_COUNTED_POINTS } from "@canopy/contract/frames/deletion-tasks";
import { MAX_EPOCH_MS } from "@canopy/contract/platform/times";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import type { TimeRange } from "../../ui/time/time-range.ts";
import { DeletedChannel } from "./DeletedChannel.tsx";
import { DeletionOutcome } from "./DeletionOutcome.tsx";
import "./deletion-texts.ts";
import styles from "./deletion.module.css";
import { TouchedAlarms } from "./TouchedAlarms.tsx";
import { useDeletion } from "./use-deletion.ts";

interface DeletedDevice {
  readonly id: string;
  readonly name: string;
  readonly third_things_id: string;
}

export interface DeletionProps {
  device: DeletedDevice;
  tenantId: string;
  onDone?(bytes: number): void;
  onClose(): void;
}

const DAY_MS = 86_400_000;

/** DAT-04: a range of the history, told with its rows before the password is asked for. */
export function DeleteHistory({ range: first, ...props }: DeletionProps & { range?: TimeRange | undefined }) {
  const { device, tenantId, onDone, onClose } = props;
  const t = useText();
  const [range, setRange] = useState<TimeRange>(() => first ?? lastDay());
  const deletion = useDeletion({ thingsId: device.id, tenantId, onDone: ({ bytes }) => onDone?.(bytes) });
  const title = t("frames.deletion.title", { device: device.name });
  if (deletion.task) return <DeletionOutcome title={title} deletion={deletion} onClose={onClose} />;
  return (
    <AskRange title={title} device={device} range={range} onRange={setRange} deletion={deletion} onClose={onClose} />
  );
}

function lastDay(): TimeRange {
  const toMs = Math.ceil(Date.now() / 60_000) * 60_000;
  return { fromMs: toMs - DAY_MS, toMs };
}

interface AskRangeProps extends Pick<DeletionProps, "device" | "onClose"> {
  title: string;
  range: TimeRange;
  onRange(range: TimeRange): void;
  deletion: ReturnType<typeof useDeletion>;
}

function AskRange({ title, device, range, onRange, deletion, onClose }: AskRangeProps) {
  const t = useText();
  const [password, setPassword] = useState("");
  const [takesPinned, setTakesPinned] = useState(false);
  const [isTried, setTried] = useState(false);
  const [channel, setChannel] = useState<number | null>(null);
  const preview = useRowCount(device.id, range, channel);
  const found = preview.data;
  const { range: create } = deletion;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "" || (found && isEmpty(found))) return;
    const channels = channel === null ? {} : { channels: [channel] };
    create.mutate({ ...askedOf(range), ...channels, password, include_pinned: takesPinned });
  };
  const wrong = create.error ? troubleOf(create.error).text : undefined;
  return (
    <FormDialog
      title={title}
      width={520}
      action={t("frames.deletion.delete")}
      danger
      busy={create.isPending}
      leaves="freely"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.range}>
        <DeletedChannel known={found?.channels ?? []} channel={channel} onChange={setChannel} />
        <TimeRangeInput range={range} onChange={onRange} />
        <Button kind="link" onClick={() => onRange({ fromMs: null, toMs: null })}>
          {t("frames.deletion.all")}
        </Button>
      </div>
      {preview.error && (
        <Banner level="ordinary">{t("frames.deletion.countFailed", { why: troubleOf(preview.error).text })}</Banner>
      )}
      {!preview.error && !found && <Skeleton rows={1} columns={1} />}
      {found && <RowCount {...found} />}
      {found && found.pinned_windows > 0 && (
        <Checkbox checked={takesPinned} onChange={setTakesPinned}>
          {t("frames.deletion.pinned", { count: found.pinned_windows })}
        </Checkbox>
      )}
      {found && <TouchedAlarms {...found} />}
      <Banner level="urgent">{t(channel === null ? "frames.deletion.lost" : "frames.deletion.lostChannel")}</Banner>
      <Field
        label={t("ui.confirm.password")}
        error={isTried && password === "" ? t("ui.confirm.passwordEmpty") : wrong}
      >
        {(control) => (
          <PasswordInput {...control} autoComplete="current-password" value={password} onChange={setPassword} />
        )}
      </Field>
    </FormDialog>
  );
}

/** An open end is that of all times. */
const askedOf = ({ fromMs, toMs }: TimeRange) => ({ start_time: fromMs ?? 0, end_time: toMs ?? MAX_EPOCH_MS });

function useRowCount(thingsId: string, range: TimeRange, channel: number | null) {
  const query = { ...askedOf(range), ...(channel !== null && { channels: String(channel) }) };
  return useQuery({
    queryKey: [deletionPreview.name, thingsId, query],
    queryFn: ({ signal }) => api(deletionPreview, { params: { things_id: thingsId }, query }, { signal }),
  });
}

interface Counted {
  frames: number;
  limit: number;
  points: number;
}

const isEmpty = ({ frames, points }: Counted) => frames === 0 && !points;

/** DAT-04: what this task takes of it, and what stays for the next. */
function RowCount(found: Counted) {
  const { frames, limit, points } = found;
  const t = useText();
  if (isEmpty(found)) return <p className={styles.fact}>{t("frames.deletion.nothing")}</p>;
  const left = formatNumber(frames - limit);
  const count = formatNumber(points) + (points >= MOST_COUNTED_POINTS ? "+" : "");
  return (
    <p className={styles.fact}>
      <strong>{t("frames.deletion.rows", { count: formatNumber(frames) })}</strong>{" "}
      {points > 0 && t("frames.deletion.points", { count })}{" "}
      {frames > limit && t("frames.deletion.limit", { limit: formatNumber(limit), left })}
    </p>
  );
}
