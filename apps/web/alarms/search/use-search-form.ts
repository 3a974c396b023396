import type { Condition } from "@canopy/contract/alarms/conditions";
import { type AlarmSearch, searchRequest, startAlarmSearch } from "@canopy/contract/alarms/search";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { FIRST_FRAME } from "../rule-form.ts";
import { lastDays, OWN, rangeOf, type SearchRange } from "./search-range.ts";

const DEFAULT_HOLD_S = 10;

export type SearchForm = ReturnType<typeof useSearchForm>;

/** TRG-07: one condition over devices and a range; the last days end when the search is started. */
export function useSearchForm(before: AlarmSearch | undefined, onStarted: (search: AlarmSearch) => void) {
  const [range, setRange] = useState<SearchRange>(before ? rangeOf(before) : "30");
  const form = useContractForm(searchRequest, {
    initial: before?.request ?? { ...lastDays("30", Date.now()), conditions: [FIRST_FRAME], hold_s: DEFAULT_HOLD_S },
    submit: async (values) => {
      const body = range === OWN ? values : { ...values, ...lastDays(range, Date.now()) };
      onStarted((await api(startAlarmSearch, { body })).data);
    },
  });
  const [condition = FIRST_FRAME] = form.values.conditions as Condition[];
  return {
    form,
    condition,
    /** Without a channel: the one that it has. */
    choose(next: Condition, channel?: number | null) {
      form.set("conditions", [next]);
      if (channel !== undefined) form.set("channel", channel);
    },
    range,
    /** An own range begins as the one before it. */
    setRange(next: SearchRange) {
      const { from_time, to_time } = lastDays(next === OWN ? (range === OWN ? "1" : range) : next, Date.now());
      form.set("from_time", from_time);
      form.set("to_time", to_time);
      setRange(next);
    },
  };
}
