import type { Firing } from "@canopy/contract/alarms/back-test";
import type { Condition } from "@canopy/contract/alarms/conditions";
import { ruleDraft } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import type { RuleForm } from "../rule-form.ts";
import { backTestQuery } from "./back-test-query.ts";
import { movedBy } from "./strip-window.ts";
import { readTestRange, spanAround, type TestAddress, testedDevice } from "./test-range.ts";
import { useRested } from "./use-rested.ts";

export interface BackTestProps {
  device: Thing;
  form: RuleForm;
  address: TestAddress;
  ways: TestWays;
}

/** Where a firing leads; the pages are put together in `app`. */
export interface TestWays {
  onCurve(place: FiringPlace): void;
}

export interface FiringPlace {
  readonly thingsId: string;
  readonly conditions: readonly Condition[];
  readonly firing: Firing;
  /** Around it. */
  readonly span: TimeSpan;
}

export type RunningTest = ReturnType<typeof useBackTest>;

/** TRG-07: the test of the form's values, once they rest; older runs are dropped. */
export function useBackTest({ device, form, address }: Omit<BackTestProps, "ways">) {
  const { text, nowMs, renew } = useRested(JSON.stringify(form.values));
  const draft = useMemo(() => ruleDraft.safeParse(JSON.parse(text)).data, [text]);
  const range = readTestRange(address.search, nowMs);
  const span = useMemo(() => ({ fromMs: range.fromMs, toMs: range.toMs }), [range.fromMs, range.toMs]);
  const tested = testedDevice(address.search, form.values.scope, device.id);
  const asked = backTestQuery(tested, span, draft);
  const query = useQuery({ ...asked, placeholderData: keepPreviousData });
  const view = useView(span, `${tested} ${range.kind === "own" ? `${range.fromMs}-${range.toMs}` : range.kind}`);
  return { draft, range, span, tested, query, queryKey: asked.queryKey, found: draft && query.data, renew, ...view };
}

interface View {
  readonly firing?: Firing;
  readonly window?: TimeSpan | undefined;
}

/** What is shown of the test: a firing, a window of the range, a channel; until another device or range is tested. */
function useView(span: TimeSpan, of: string) {
  const [{ firing, window }, setView] = useState<View>({});
  const [chosenChannel, setChannel] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range has other firings
  useEffect(() => {
    setView({});
    setChannel(undefined);
  }, [of]);
  const shown = useMemo(
    () => (firing ? spanAround(span, firing) : window ? movedBy(window, 0, span) : span),
    [span, firing, window],
  );
  return {
    zoomed: firing,
    isZoomed: firing !== undefined || window !== undefined,
    shown,
    chosenChannel,
    setChannel,
    setWindow: (next: TimeSpan | undefined) => setView({ window: next }),
    setZoomed(next: Firing | undefined) {
      setView(next ? { firing: next } : {});
      if (next) setChannel(next.channel);
    },
  };
}
