import "./find-texts.ts";
import { Crosshair, SearchX } from "lucide-react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import layout from "../../ui/layout.module.css";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { FindForm } from "./FindForm.tsx";
import { FindResult } from "./FindResult.tsx";
import styles from "./find.module.css";
import { type FindAsked, readAsked, readSpan, wordsOf, writeSpan } from "./find-address.ts";
import { useFind } from "./use-find.ts";

interface FindSignalTabProps extends DeviceTabProps {
  /** To a signal in the library. */
  onDbc(place: { dbcId: string; message: string; signal: string }): void;
}

/** DBC-10: what is known of a signal, the fields of all messages that fit, and the way of one into a DBC. */
export function FindSignalTab({ device, timeline, search, onSearch, onDbc }: FindSignalTabProps) {
  const t = useText();
  const formats = useTimeFormats();
  const asked = readAsked(search);
  // The span stays as it was searched, whatever is looked at in the time bar meanwhile.
  const span = readSpan(search.run);
  const { search: found, cancel } = useFind(device.id, asked, span);
  const change = (changes: Partial<FindAsked>) => onSearch(wordsOf(changes));
  const stop = () => {
    cancel();
    onSearch({ run: undefined });
  };
  const time = (ms: number) => formats.time(ms, "second").slice(11);
  return (
    <div className={layout.stack}>
      <FindForm
        device={device}
        timeline={timeline}
        asked={asked}
        isSearching={found.isFetching}
        onChange={change}
        onSearch={(wanted) => onSearch({ run: writeSpan(wanted), pick: undefined })}
      />
      {!span && <EmptyState icon={Crosshair} title={t("signals.find.start")} text={t("signals.find.startText")} />}
      {span && found.isFetching && (
        <div className={styles.searching} role="status">
          <ProgressBar label={t("signals.find.keys")} share={undefined} />
          <p>{t("signals.find.searching", { from: time(span.fromMs), to: time(span.toMs) })}</p>
          <Button onClick={stop}>{t("signals.find.cancel")}</Button>
        </div>
      )}
      {span && !found.isFetching && found.error && (
        <FailedState
          title={t("signals.find.failed")}
          trouble={troubleOf(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {span && !found.isFetching && found.data?.list.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t(found.data.frames === 0 ? "signals.find.noFrames" : "signals.find.none")}
          text={t("signals.find.noneText")}
        />
      )}
      {span && !found.isFetching && found.data && found.data.list.length > 0 && (
        <FindResult
          asked={asked}
          span={span}
          found={found.data}
          picked={search.pick}
          onPick={(pick) => onSearch({ pick })}
          onDbc={onDbc}
        />
      )}
    </div>
  );
}
