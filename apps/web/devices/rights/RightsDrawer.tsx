import "./texts.ts";
import { listLabels } from "@canopy/contract/devices/labels";
import { changeRights, listRights, type RightStep } from "@canopy/contract/devices/rights";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Drawer } from "../../ui/float/Drawer.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { useLeaving } from "../../ui/form/use-leaving.tsx";
import { pageCount } from "../../ui/list/list-address.ts";
import { useLastPage } from "../../ui/list/use-last-page.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { RightRows } from "./RightRows.tsx";
import { RightsTools } from "./RightsTools.tsx";
import styles from "./rights.module.css";
import { filterOf, NO_FILTER, type RightFilter, stagedLevel, withAll, withDevice } from "./staged.ts";

const PAGE_SIZE = 25;

interface RightsDrawerProps {
  user: { id: string; name: string };
  /** Whose rights can be copied. */
  others: readonly { id: string; name: string }[];
  onSaved(): void;
  onClose(): void;
}

/** USR-03: what a sub-user may do on which device, seen before it is saved. */
export function RightsDrawer({ user, others, onSaved, onClose }: RightsDrawerProps) {
  const t = useText();
  const [filter, setFilter] = useState<RightFilter>(NO_FILTER);
  const [page, setPage] = useState(1);
  const [steps, setSteps] = useState<RightStep[]>([]);
  const asked = { ...filterOf(filter), current_page: page, page_size: PAGE_SIZE };
  const query = useQuery({
    queryKey: [listRights.name, user.id, asked],
    queryFn: ({ signal }) => api(listRights, { params: { user_id: user.id }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const labels = useQuery({ queryKey: [listLabels.name], queryFn: ({ signal }) => api(listLabels, {}, { signal }) });
  const names = new Map((labels.data?.list ?? []).map(({ id, name }) => [id, name]));
  const total = query.data?.pagination.total_size ?? 0;
  // After saving, what the filter finds may be fewer devices.
  const isCounted = query.data !== undefined && !query.isPlaceholderData;
  useLastPage(isCounted ? { page, size: PAGE_SIZE, total, onPage: setPage } : undefined);
  const { leave, asking } = useLeaving(steps.length > 0, onClose);
  return (
    <Drawer
      title={t("devices.rights.title", { name: user.name })}
      row={user.id}
      wide
      onPrevious={undefined}
      onNext={undefined}
      footer={asking}
      onClose={leave}
    >
      <div className={styles.body}>
        <p className={styles.note}>{t("devices.rights.meaning")}</p>
        <RightsTools
          filter={filter}
          labels={labels.data?.list ?? []}
          total={total}
          onFilter={(next) => {
            setFilter(next);
            setPage(1);
          }}
          onAll={(level) => setSteps(withAll(steps, filter, level))}
        />
        {query.error ? (
          <FailedState
            title={t("devices.rights.failed")}
            trouble={troubleOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : query.data ? (
          <RightRows
            rows={query.data.list}
            levelOf={(row) => stagedLevel(steps, row, names)}
            paging={{ page, pages: pageCount(total, PAGE_SIZE), onPage: setPage }}
            onLevel={(row, level) => setSteps(withDevice(steps, row.things_id, level))}
          />
        ) : (
          <Skeleton rows={8} columns={2} />
        )}
        <SaveBar user={user} others={others} steps={steps} onDiscard={() => setSteps([])} onSaved={onSaved} />
      </div>
    </Drawer>
  );
}

interface SaveBarProps extends Pick<RightsDrawerProps, "user" | "others" | "onSaved"> {
  steps: readonly RightStep[];
  onDiscard(): void;
}

/** What will change, counted by the server before it is saved. */
function SaveBar({ user, others, steps, onDiscard, onSaved }: SaveBarProps) {
  const t = useText();
  const client = useQueryClient();
  const params = { user_id: user.id };
  const trial = useQuery({
    queryKey: [changeRights.name, user.id, steps],
    queryFn: async () => (await api(changeRights, { params, body: { steps: [...steps], is_trial: true } })).data,
    enabled: steps.length > 0,
    placeholderData: keepPreviousData,
  });
  const save = useMutation({
    mutationFn: (copy_from: string | undefined) =>
      api(changeRights, { params, body: { steps: [...steps], ...(copy_from && { copy_from }) } }),
    onSuccess: async () => {
      addNote({ tone: "done", text: t("devices.rights.saved", { name: user.name }) });
      onDiscard();
      await client.invalidateQueries({ queryKey: [listRights.name, user.id] });
      onSaved();
    },
  });
  const counts = steps.length > 0 ? trial.data : undefined;
  return (
    <footer className={styles.foot}>
      <FormAlert text={save.error ? troubleOf(save.error).text : undefined} />
      <p role="status" className={styles.note}>
        {counts
          ? t("devices.rights.diff", { read: counts.to_read, write: counts.to_write, none: counts.to_none })
          : t(steps.length > 0 ? "devices.rights.staged" : "devices.rights.stagedNone", { count: steps.length })}
      </p>
      <span className={styles.acts}>
        {others.length > 0 && steps.length === 0 && (
          <select
            className={styles.copy}
            aria-label={t("devices.rights.copy")}
            value=""
            onChange={(event) => event.target.value && save.mutate(event.target.value)}
          >
            <option value="">{`${t("devices.rights.copy")}: ${t("devices.rights.copyChoose")}`}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {steps.length > 0 && <Button onClick={onDiscard}>{t("devices.rights.discard")}</Button>}
        <Button
          kind="main"
          busy={save.isPending}
          denied={steps.length === 0 ? t("devices.rights.stagedNone") : undefined}
          onClick={() => save.mutate(undefined)}
        >
          {t("devices.rights.save")}
        </Button>
      </span>
    </footer>
  );
}
