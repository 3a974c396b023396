import "../choose/choose-texts.ts";
import { busHealth } from "@canopy/contract/frames/bus-health";
import { useMutation } from "@tanstack/react-query";
import { Calculator, FunctionSquare } from "lucide-react";
import { useState } from "react";
import { type DeviceTabProps, TabTools } from "../../devices/details/device-tab.tsx";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { ComputedDialog } from "../choose/ComputedDialog.tsx";
import { busLoadResult } from "./bus-load-result.ts";
import { FunctionOptionFields } from "./FunctionOptionFields.tsx";
import { FunctionView } from "./FunctionView.tsx";
import { FIRST_OPTIONS, FUNCTION_KINDS, type FunctionKind, signalCount, takesComputed } from "./function-kinds.ts";
import type { FunctionResult } from "./function-result.ts";
import "./function-texts.ts";
import layout from "../../ui/layout.module.css";
import { useSteadyRange } from "../../ui/time/use-steady-range.ts";
import { useComputedSignals } from "../choose/use-computed-signals.ts";
import { definitionOf, useDecoders } from "../choose/use-decoders.ts";
import { loadSources, type Source, SourceGone } from "../samples/load-sources.ts";
import styles from "./functions.module.css";
import { runFunction } from "./run-function.ts";
import { SourceChoice } from "./SourceChoice.tsx";

interface Answer {
  readonly name: string;
  /** Undefined: too few samples. */
  readonly result: FunctionResult | undefined;
  readonly samples: number;
  readonly cutUs: number | undefined;
}

const LOAD_BUCKETS = 300;

/** DBC-08: one function over one or two signals in the range of the page. */
export function FunctionsTab({ device, timeline, search, onSearch }: DeviceTabProps) {
  const t = useText();
  const formats = useTimeFormats();
  const { range } = useSteadyRange(timeline);
  const kind = FUNCTION_KINDS.find((one) => one === search.fn) ?? "statistics";
  const [sources, setSources] = useState<readonly (Source | undefined)[]>([]);
  const [options, setOptions] = useState(FIRST_OPTIONS);
  const [isManaging, setManaging] = useState(false);
  const { computed, save, remove } = useComputedSignals();
  const count = signalCount(kind);
  const wanted = sources.slice(0, count).filter((one) => one !== undefined);
  const decoderOf = useDecoders(wanted.flatMap((one) => (one.kind === "signal" ? [one.signal] : [])));

  const run = useMutation({
    mutationFn: async (): Promise<Answer> => {
      const { signal } = new AbortController();
      if (kind === "busLoad") {
        const query = {
          start_time: Math.floor(range.fromMs),
          end_time: Math.ceil(range.toMs),
          channel: options.channel,
          buckets: LOAD_BUCKETS,
        };
        const { data } = await api(busHealth, { params: { things_id: device.id }, query }, { signal });
        return {
          name: t("signals.fn.busLoad"),
          result: busLoadResult(data, t),
          samples: data.totals.frames,
          cutUs: undefined,
        };
      }
      const asked = { thingsId: device.id, range, withPayloads: kind === "checksum", signal };
      const loaded = await loadSources(wanted, asked);
      const [first] = wanted;
      const definition = first?.kind === "signal" ? definitionOf(decoderOf(first.signal), first.signal) : undefined;
      const nameOf = (value: number) =>
        definition?.values.find(({ raw }) => Number(raw) * definition.factor + definition.offset === value)?.text;
      const cuts = loaded.flatMap(({ cutUs }) => cutUs ?? []);
      return {
        name: `${t(`signals.fn.${kind}`)} · ${loaded.map(({ name }) => name).join(" / ")}`,
        result: runFunction(kind, loaded, { options, toUs: range.toMs * 1000, nameOf, t }),
        samples: Math.min(...loaded.map(({ samples }) => samples.value.length)),
        cutUs: cuts.length === 0 ? undefined : Math.min(...cuts),
      };
    },
  });
  const choose = (place: number, source: Source) => {
    const next = [...sources];
    next[place] = source;
    setSources(next);
    run.reset();
  };
  const usable = takesComputed(kind) ? computed : [];
  return (
    <div className={layout.stack}>
      <TabTools>
        <Button icon={FunctionSquare} onClick={() => setManaging(true)}>
          {t("signals.computed.manage")}
        </Button>
      </TabTools>
      <form
        className={styles.asked}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted.length === count) run.mutate();
        }}
      >
        <Field label={t("signals.fn.kind")} hint={t(`signals.fn.${kind}Does`)}>
          {(control) => (
            <Select
              {...control}
              options={FUNCTION_KINDS.map((value) => ({ value, label: t(`signals.fn.${value}`) }))}
              value={kind}
              onChange={(value: FunctionKind) => {
                onSearch({ fn: value === "statistics" ? undefined : value });
                run.reset();
              }}
            />
          )}
        </Field>
        {Array.from({ length: count }, (_, place) => (
          <SourceChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second signal
            key={place}
            device={device}
            label={t(count === 1 ? "signals.fn.signal" : place === 0 ? "signals.fn.signalX" : "signals.fn.signalY")}
            source={sources[place]}
            computed={usable}
            onChange={(source) => choose(place, source)}
          />
        ))}
        <FunctionOptionFields
          device={device}
          kind={kind}
          options={options}
          onChange={(changes) => setOptions({ ...options, ...changes })}
        />
        <Button
          kind="main"
          type="submit"
          icon={Calculator}
          busy={run.isPending}
          denied={wanted.length === count ? undefined : t("signals.fn.chooseSignal")}
        >
          {t("signals.fn.run")}
        </Button>
      </form>
      {run.isIdle && <EmptyState icon={Calculator} title={t("signals.fn.start")} text={t("signals.fn.startText")} />}
      {run.isPending && <Skeleton rows={8} columns={4} />}
      {run.error && <Failure error={run.error} onRetry={() => run.mutate()} />}
      {run.data?.cutUs !== undefined && (
        <Banner level="ordinary">{t("signals.fn.more", { time: formats.time(run.data.cutUs / 1000, "ms") })}</Banner>
      )}
      {run.data && !run.data.result && (
        <EmptyState title={t(run.data.samples > 0 ? "signals.fn.tooFew" : "signals.fn.noSamples")} />
      )}
      {run.data?.result && <FunctionView name={run.data.name} result={run.data.result} />}
      <ComputedDialog
        device={device}
        open={isManaging}
        computed={computed}
        onSave={save}
        onRemove={remove}
        onClose={() => setManaging(false)}
      />
    </div>
  );
}

function Failure({ error, onRetry }: { error: Error; onRetry(): void }) {
  const t = useText();
  if (error instanceof SourceGone) return <EmptyState title={error.message} />;
  return <FailedState title={t("signals.fn.failed")} trouble={troubleOf(error)} onRetry={onRetry} />;
}
