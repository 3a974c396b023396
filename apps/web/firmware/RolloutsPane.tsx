import {
  createRollout,
  ROLLOUT_ORDERS,
  ROLLOUT_PAYLOADS,
  ROLLOUT_STATES,
  type Rollout,
  type RolloutState,
} from "@canopy/contract/firmware/rollouts";
import { useQuery } from "@tanstack/react-query";
import { Plus, Rocket } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Select } from "../ui/form/Select.tsx";
import { type Column, sortableBy } from "../ui/list/columns.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { rolloutsQuery } from "./firmware-queries.ts";
import "./texts.ts";

export const ROLLOUT_LIST = "firmware.rollouts";
export const ROLLOUT_FILTERS = ["tab", "state", "payload"];

/** DEV-08 */
export function RolloutsPane(props: ListProps & { onNew(): void; onOpen(id: string): void }) {
  const { state, onState } = props;
  const t = useText();
  const wanted = ROLLOUT_STATES.find((one) => one === state.filters.state);
  const payload = ROLLOUT_PAYLOADS.find((one) => one === state.filters.payload);
  const page = { current_page: state.page, page_size: state.size, ...orderOf(state, ROLLOUT_ORDERS) };
  const query = useQuery(rolloutsQuery({ ...page, state: wanted, payload }));
  return (
    <ListFrame
      list={ROLLOUT_LIST}
      label={t("firmware.rollout.title")}
      columns={sortableBy(useColumns(), ROLLOUT_ORDERS)}
      rows={rowsOfQuery(query, ({ list }) => list)}
      rowKey={({ id }) => id}
      onOpen={({ id }) => props.onOpen(id)}
      {...sortingOf(props)}
      paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
      filters={
        <>
          <Select
            aria-label={t("firmware.payload.label")}
            value={payload ?? ""}
            onChange={(value) => onState(withFilter(state, "payload", value))}
            options={[
              { value: "", label: t("firmware.payload.all") },
              ...ROLLOUT_PAYLOADS.map((value) => ({ value, label: t(`firmware.payload.${value}`) })),
            ]}
          />
          <Select
            aria-label={t("firmware.rollout.state")}
            value={wanted ?? ""}
            onChange={(value) => onState(withFilter(state, "state", value))}
            options={[
              { value: "", label: t("firmware.rollout.allStates") },
              ...ROLLOUT_STATES.map((value) => ({ value, label: t(`firmware.rollout.state.${value}`) })),
            ]}
          />
        </>
      }
      filtered={wanted !== undefined || payload !== undefined}
      onResetFilters={() => onState(withFilter(withFilter(state, "state", ""), "payload", ""))}
      actions={
        <Button kind="main" icon={Plus} denied={callDenied(createRollout)} onClick={props.onNew}>
          {t("firmware.rollout.create")}
        </Button>
      }
      empty={<EmptyState icon={Rocket} title={t("firmware.rollout.empty")} text={t("firmware.rollout.emptyNote")} />}
    />
  );
}

const TONES = {
  asked: "ordinary",
  scheduled: "neutral",
  running: "green",
  paused: "ordinary",
  done: "neutral",
  stopped: "neutral",
} as const;

export function StateChip({ state, halted }: { state: RolloutState; halted: boolean }) {
  const t = useText();
  return <Chip tone={halted ? "urgent" : TONES[state]}>{t(`firmware.rollout.state.${state}`)}</Chip>;
}

function useColumns(): readonly Column<Rollout>[] {
  const t = useText();
  return [
    {
      key: "version",
      title: t("firmware.rollout.version"),
      always: true,
      card: "title",
      cell: ({ version, ecu }) => (
        <span>
          {ecu && <bdi>{ecu.ecu_name} </bdi>}
          <span className="mono">{version}</span>
        </span>
      ),
    },
    {
      key: "scope",
      title: t("firmware.rollout.scope"),
      cell: ({ scope, scope_name }) => (
        <span>
          {t(`firmware.scope.${scope}`)} · <bdi>{scope_name}</bdi>
        </span>
      ),
    },
    {
      key: "state",
      title: t("firmware.rollout.state"),
      card: "aside",
      cell: ({ state, halt }) => <StateChip state={state} halted={halt !== null} />,
    },
    {
      key: "progress",
      title: t("firmware.rollout.progress"),
      cell: ({ counts: { done, total, failed } }) => t("firmware.rollout.doneOf", { done, total, failed }),
    },
    { key: "user_name", title: t("firmware.rollout.author"), cell: ({ user_name }) => <bdi>{user_name}</bdi> },
    {
      key: "create_time",
      title: t("firmware.rollout.created"),
      cell: ({ create_time }) => <RelativeTime at={create_time} />,
    },
  ];
}
