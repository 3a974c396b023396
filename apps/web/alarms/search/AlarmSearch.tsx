import { type AlarmSearch as AlarmSearchResult, cancelAlarmSearch } from "@canopy/contract/alarms/search";
import type { Thing } from "@canopy/contract/devices/thing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartSpline, Search, X } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { SignalPicker } from "../../signals/choose/SignalPicker.tsx";
import { useComputedSignals } from "../../signals/choose/use-computed-signals.ts";
import { Button } from "../../ui/Button.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import styles from "../alarms.module.css";
import { ConditionFields } from "../ConditionFields.tsx";
import { FieldProblem } from "../editor/FieldProblem.tsx";
import { NumberField } from "../NumberField.tsx";
import { computedConditionOf, conditionOf, FIRST_FRAME, numberOf } from "../rule-form.ts";
import "../texts.ts";
import { ScopeField, scopeOf, scopeText } from "./ScopeField.tsx";
import { SearchResult } from "./SearchResult.tsx";
import { isRunning, SEARCH_KEY, searchQuery } from "./search-queries.ts";
import { DAYS, OWN } from "./search-range.ts";
import type { SearchRow } from "./search-rows.ts";
import { type SearchForm, useSearchForm } from "./use-search-form.ts";

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
  return <SearchDesk {...props} before={data} />;
}

function SearchDesk({ device, tenantId, list, onCurve, before }: AlarmSearchProps & Before) {
  const t = useText();
  const client = useQueryClient();
  const { search: searchId = "" } = list.state.filters;
  const query = useQuery(searchQuery(searchId));
  const search = useSearchForm(before, ({ search_id }) => list.onState(withFilter(list.state, "search", search_id)));
  const { form } = search;
  const running = query.data !== undefined && isRunning(query.data);
  const cancel = useMutation({
    mutationFn: () => api(cancelAlarmSearch, { params: { search_id: searchId } }),
    onSettled: () => client.invalidateQueries({ queryKey: SEARCH_KEY }),
  });
  return (
    <>
      <form className={styles.section} onSubmit={form.onSubmit} noValidate>
        <FormAlert text={form.formError} />
        <SearchFields search={search} device={device} tenantId={tenantId} />
        <div className={styles.buttons}>
          <Button kind="main" type="submit" icon={Search} busy={form.busy}>
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
  before: AlarmSearchResult | undefined;
}

function SearchFields({
  search,
  device,
  tenantId,
}: {
  search: SearchForm;
  device: Thing | undefined;
  tenantId: string;
}) {
  const t = useText();
  const [isChoosing, setIsChoosing] = useState(false);
  const { form, condition, choose } = search;
  const { computed } = useComputedSignals();
  const channelOf = (name: string) => computed.find((one) => one.name === name)?.inputs[0]?.signal.channel ?? null;
  const chooseComputed = (name: string) => choose(computedConditionOf(name), channelOf(name));
  return (
    <>
      <ConditionFields
        place={0}
        condition={condition}
        onChange={(next) => (next.kind === "computed" ? choose(next, channelOf(next.computed)) : choose(next))}
        onRemove={undefined}
      />
      <FieldProblem error={form.errorOf("conditions")} />
      <div className={styles.buttons}>
        <Button
          denied={device === undefined ? t("alarms.search.noDevice") : undefined}
          onClick={() => setIsChoosing(true)}
        >
          {t("alarms.search.signal")}
        </Button>
        {computed.length > 0 && (
          <Button onClick={() => chooseComputed(computed[0]?.name ?? "")}>{t("alarms.search.computed")}</Button>
        )}
        {(condition.kind === "signal" || condition.kind === "computed") && (
          <Button onClick={() => choose(FIRST_FRAME, null)}>{t("alarms.search.frame")}</Button>
        )}
      </div>
      <div className={styles.row}>
        <NumberField
          label={t("alarms.edit.hold")}
          read={numberOf}
          value={form.values.hold_s}
          error={form.errorOf("hold_s")}
          onChange={(hold_s) => form.set("hold_s", hold_s)}
        />
        <ScopeField
          tenantId={tenantId}
          value={scopeText(form.values.scope ?? { kind: "all" })}
          onChange={(scope) => form.set("scope", scopeOf(scope))}
        />
        <RangeField search={search} />
      </div>
      {device && (
        <SignalPicker
          device={device}
          open={isChoosing}
          chosen={[]}
          limit={1}
          onChoose={([signal]) => signal && choose(conditionOf(signal), signal.channel)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}

/** The last days, or any range. */
function RangeField({ search: { form, range, setRange } }: { search: SearchForm }) {
  const t = useText();
  const { from_time: fromMs, to_time: toMs } = form.values;
  const set = (key: "from_time" | "to_time", atMs: number | null) => form.set(key, atMs ?? Number.NaN);
  return (
    <div className={styles.range}>
      <Segmented
        label={t("alarms.search.range")}
        options={[
          ...DAYS.map((value) => ({ value, label: t(`alarms.search.days${value}`) })),
          { value: OWN, label: t("alarms.search.own") },
        ]}
        value={range}
        onChange={setRange}
      />
      {range === OWN && (
        <TimeRangeInput
          range={{ fromMs: timeOrNull(fromMs), toMs: timeOrNull(toMs) }}
          onChange={(next) => {
            set("from_time", next.fromMs);
            set("to_time", next.toMs);
          }}
        />
      )}
      <FieldProblem error={form.errorOf("from_time") ?? form.errorOf("to_time")} />
    </div>
  );
}

const timeOrNull = (atMs: number): number | null => (Number.isNaN(atMs) ? null : atMs);
