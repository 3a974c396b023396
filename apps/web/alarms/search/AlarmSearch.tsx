import type { Condition } from "@canopy/contract/alarms/conditions";
import { cancelAlarmSearch, type SearchRequest, searchRequest, startAlarmSearch } from "@canopy/contract/alarms/search";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartSpline, Search, X } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { Button } from "../../ui/Button.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import styles from "../alarms.module.css";
import { ConditionFields } from "../ConditionFields.tsx";
import { NumberField } from "../NumberField.tsx";
import { conditionOf, FIRST_FRAME, numberOf } from "../rule-form.ts";
import "../texts.ts";
import { ScopeField, scopeOf, scopeText } from "./ScopeField.tsx";
import { SearchResult } from "./SearchResult.tsx";
import { isRunning, SEARCH_KEY, searchQuery } from "./search-queries.ts";
import type { SearchRow } from "./search-rows.ts";

const DAYS = ["1", "7", "30"] as const;
const DAY_MS = 86_400_000;
const DEFAULT_HOLD_S = 10;

interface AlarmSearchProps {
  /** Its names and DBC files are those to choose from. */
  device: Thing | undefined;
  tenantId: string;
  /** The search itself is one of its filters. */
  list: ListProps;
  /** Shows the data around a moment of a device. */
  onCurve(row: SearchRow, isSignal: boolean): void;
}

/** TRG-07: which devices had it, when, how long and how far. A search in the address fills the form. */
export function AlarmSearch(props: AlarmSearchProps) {
  const [first = ""] = useState(props.list.state.filters.search);
  const { data, isPending } = useQuery(searchQuery(first));
  if (first !== "" && isPending) return <Skeleton rows={3} />;
  return <SearchDesk {...props} before={data?.request} />;
}

function SearchDesk({ device, tenantId, list, onCurve, before }: AlarmSearchProps & Before) {
  const t = useText();
  const client = useQueryClient();
  const { search: searchId = "" } = list.state.filters;
  const query = useQuery(searchQuery(searchId));
  const form = useSearchForm(before);
  const running = query.data !== undefined && isRunning(query.data);
  const start = useMutation({
    mutationFn: async () => (await api(startAlarmSearch, { body: form.request() })).data,
    onSuccess: ({ search_id }) => list.onState(withFilter(list.state, "search", search_id)),
  });
  const cancel = useMutation({
    mutationFn: () => api(cancelAlarmSearch, { params: { search_id: searchId } }),
    onSettled: () => client.invalidateQueries({ queryKey: SEARCH_KEY }),
  });
  return (
    <>
      <form
        className={styles.section}
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <FormAlert text={start.error ? troubleOf(start.error).text : undefined} />
        <SearchFields form={form} device={device} tenantId={tenantId} />
        <div className={styles.buttons}>
          <Button kind="main" type="submit" icon={Search} busy={start.isPending}>
            {t("alarms.search.start")}
          </Button>
          {running && (
            <Button icon={X} busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t("ui.action.cancel")}
            </Button>
          )}
        </div>
      </form>
      {searchId !== "" && (
        <SearchResult
          query={query}
          list={list}
          icon={ChartSpline}
          onCurve={(row) => onCurve(row, query.data?.request.conditions[0]?.kind === "signal")}
        />
      )}
    </>
  );
}

interface Before {
  /** What was searched last. */
  before: SearchRequest | undefined;
}

type Form = ReturnType<typeof useSearchForm>;

function useSearchForm(before: SearchRequest | undefined) {
  const [condition, setCondition] = useState<Condition>(before?.conditions[0] ?? FIRST_FRAME);
  const [channel, setChannel] = useState(before?.channel ?? null);
  const [holdS, setHoldS] = useState<number | undefined>(before?.hold_s ?? DEFAULT_HOLD_S);
  const [scope, setScope] = useState(before ? scopeText(before.scope) : "all");
  const [days, setDays] = useState(before ? daysOf(before) : "30");
  const request = () => {
    const to_time = Date.now();
    const range = { from_time: to_time - Number(days) * DAY_MS, to_time };
    return searchRequest.parse({ ...range, channel, conditions: [condition], hold_s: holdS, scope: scopeOf(scope) });
  };
  return { condition, setCondition, setChannel, holdS, setHoldS, scope, setScope, days, setDays, request };
}

const daysOf = ({ from_time, to_time }: SearchRequest) =>
  DAYS.find((days) => Number(days) * DAY_MS >= to_time - from_time) ?? "30";

function SearchFields({ form, device, tenantId }: { form: Form; device: Thing | undefined; tenantId: string }) {
  const t = useText();
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <ConditionFields place={0} condition={form.condition} onChange={form.setCondition} onRemove={undefined} />
      <div className={styles.buttons}>
        <Button
          denied={device === undefined ? t("alarms.search.noDevice") : undefined}
          onClick={() => setIsChoosing(true)}
        >
          {t("alarms.search.signal")}
        </Button>
        {form.condition.kind === "signal" && (
          <Button
            onClick={() => {
              form.setCondition(FIRST_FRAME);
              form.setChannel(null);
            }}
          >
            {t("alarms.search.frame")}
          </Button>
        )}
      </div>
      <div className={styles.row}>
        <NumberField label={t("alarms.edit.hold")} read={numberOf} value={form.holdS} onChange={form.setHoldS} />
        <ScopeField tenantId={tenantId} value={form.scope} onChange={form.setScope} />
        <Segmented
          label={t("alarms.search.range")}
          options={DAYS.map((value) => ({ value, label: t(`alarms.search.days${value}`) }))}
          value={form.days}
          onChange={form.setDays}
        />
      </div>
      {device && (
        <SignalPicker
          device={device}
          open={isChoosing}
          chosen={[]}
          limit={1}
          onChoose={([signal]) => {
            if (!signal) return;
            form.setChannel(signal.channel);
            form.setCondition(conditionOf(signal));
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}
