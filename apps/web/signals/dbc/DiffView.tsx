import "./dbc-texts.ts";
import { diffDbc, type FieldChange, type MessageDiff, type SignalDiff } from "@canopy/can/dbc/edit/diff";
import type { Dbc } from "@canopy/can/dbc/model";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { useMemo } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import styles from "./compare.module.css";
import { messageId, messageKey } from "./dbc-key.ts";
import parts from "./dbc-parts.module.css";
import { changeText, usesKept, usesTouched } from "./diff-words.ts";

const SHOWN = 300;
const TONES = { added: "green", removed: "urgent", changed: "ordinary" } as const;

interface DiffViewProps {
  before: Dbc;
  after: Dbc;
  /** The uses of the file; an affected use is named beside its change. */
  uses?: readonly DbcUse[];
}

/** DBC-01: the differences of two revisions, message by message and field by field. */
export function DiffView({ before, after, uses = [] }: DiffViewProps) {
  const t = useText();
  const diff = useMemo(() => diffDbc(before, after), [before, after]);
  const touched = useMemo(() => usesTouched(diff, uses), [diff, uses]);
  const kept = useMemo(() => usesKept(diff, uses), [diff, uses]);
  if (diff.messages.length === 0 && diff.changes.length === 0) return <p>{t("signals.diff.none")}</p>;
  return (
    <div className={styles.diff}>
      <p className={styles.diffSum}>
        {(["added", "removed", "changed"] as const)
          .map((kind) =>
            t(`signals.diff.sum.${kind}`, { count: diff.messages.filter((one) => one.kind === kind).length }),
          )
          .join(" · ")}
      </p>
      {uses.length > 0 && (
        <section aria-label={t("signals.diff.impact")}>
          <h3>{t("signals.diff.impact")}</h3>
          {touched.length === 0 && <p className={parts.quiet}>{t("signals.diff.noImpact")}</p>}
          {touched.length + kept.length > 0 && (
            <ul className={styles.uses}>
              {[...touched, ...kept].map(({ use, signals }) => (
                <li key={`${use.kind}/${use.id}`}>
                  <Chip tone={use.revision === null ? "ordinary" : "neutral"}>{t(`signals.use.${use.kind}`)}</Chip>{" "}
                  <bdi>{use.name}</bdi> {use.device_name && <span className={parts.quiet}>{use.device_name}</span>}{" "}
                  <span className={parts.quiet}>{signals.join(", ")}</span>
                  {use.revision !== null && (
                    <span className={parts.quiet}> · {t("signals.diff.keeps", { revision: use.revision })}</span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {diff.changes.length > 0 && (
        <section>
          <h3>{t("signals.diff.file")}</h3>
          <Changes changes={diff.changes} />
        </section>
      )}
      {diff.messages.slice(0, SHOWN).map((message) => (
        <MessageChanges key={messageKey(message)} message={message} />
      ))}
      {diff.messages.length > SHOWN && (
        <p className={parts.quiet}>{t("signals.diff.more", { count: diff.messages.length - SHOWN })}</p>
      )}
    </div>
  );
}

function MessageChanges({ message }: { message: MessageDiff }) {
  const t = useText();
  return (
    <section>
      <h3>
        <Chip tone={TONES[message.kind]}>{t(`signals.diff.${message.kind}`)}</Chip>{" "}
        <span className="mono">{messageId(message)}</span> {message.name}
      </h3>
      <Changes changes={message.changes} />
      {message.kind === "changed" && (
        <ul className={styles.signalDiffs}>
          {message.signals.map((signal) => (
            <SignalChanges key={signal.name} signal={signal} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SignalChanges({ signal }: { signal: SignalDiff }) {
  const t = useText();
  return (
    <li>
      <Chip tone={TONES[signal.kind]}>{t(`signals.diff.${signal.kind}`)}</Chip> <strong>{signal.name}</strong>
      <Changes changes={signal.changes} />
    </li>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{t(`signals.field.${field}` as TextKey)}</dt>
          <dd>
            <del>{changeText(before)}</del> <span aria-hidden="true">→</span> <ins>{changeText(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
