import type { Firing } from "@canopy/contract/alarms/back-test";
import { ruleDraft } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import type { RuleForm } from "../rule-form.ts";
import { backTestQuery } from "./back-test-query.ts";
import { readTestRange, spanAround, type TestAddress } from "./test-range.ts";
import { useRested } from "./use-rested.ts";

export interface BackTestProps {
  device: Thing;
  form: RuleForm;
  address: TestAddress;
}

export type RunningTest = ReturnType<typeof useBackTest>;

/** TRG-07: the test of the form's values, once they rest; older runs are dropped. */
export function useBackTest({ device, form, address }: BackTestProps) {
  const { text, nowMs, renew } = useRested(JSON.stringify(form.values));
  const draft = useMemo(() => ruleDraft.safeParse(JSON.parse(text)).data, [text]);
  const range = readTestRange(address.search, nowMs);
  const span = useMemo(() => ({ fromMs: range.fromMs, toMs: range.toMs }), [range.fromMs, range.toMs]);
  const asked = backTestQuery(device.id, span, draft);
  const query = useQuery({ ...asked, placeholderData: keepPreviousData });
  const zoom = useZoom(span, range.kind === "own" ? `${range.fromMs}-${range.toMs}` : range.kind);
  return { draft, range, span, query, queryKey: asked.queryKey, found: draft && query.data, renew, ...zoom };
}

/** The firing that is shown, until another range is tested. */
function useZoom(span: TimeSpan, of: string) {
  const [zoomed, setZoomed] = useState<Firing>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range has other firings
  useEffect(() => setZoomed(undefined), [of]);
  const shown = useMemo(() => (zoomed ? spanAround(span, zoomed) : span), [span, zoomed]);
  return { zoomed, setZoomed, shown };
}
