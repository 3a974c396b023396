import { negativeText, outcomeText } from "@canopy/contract/diagnosis/outcome-texts";
import type { TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { CircleAlert, KeyRound, LoaderCircle, Repeat } from "lucide-react";
import { formatNumber } from "../../platform/formats.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { spaced } from "../hex.ts";
import styles from "./desk.module.css";
import "../definitions/definition-texts.ts";
import "./desk-texts.ts";
import { type Exchange, refusalOf } from "./exchanges.ts";
import { explainAnswer } from "./explain.ts";
import type { Desk } from "./use-desk.ts";

const LOCKED = 0x33;
/** Sub-function or service is not offered in this session. */
const WRONG_SESSION = [0x7e, 0x7f];

/** UDS-01: the answer field by field; a refusal with cause, next step and the button that removes it. */
export function AnswerCard({ exchange, desk }: { exchange: Exchange | undefined; desk: Desk }) {
  const t = useText();
  const language = useLanguage();
  if (!exchange) {
    return (
      <Card title={t("diagnosis.answer.title")}>
        <p className={styles.quiet}>{t("diagnosis.answer.none")}</p>
      </Card>
    );
  }
  const { answer, tookMs, pendings } = exchange;
  const took =
    tookMs === undefined ? "" : t("diagnosis.answer.took", { ms: formatNumber(Math.round(tookMs * 10) / 10) });
  return (
    <Card title={t("diagnosis.answer.title")} aside={<span className={styles.quiet}>{took}</span>}>
      <div className={styles.answer} data-testid="answer" aria-live="polite">
        {!answer && <Awaited pendings={pendings} desk={desk} />}
        {answer?.from !== undefined && <Sender of={answer} />}
        {answer?.kind === "positive" && <Fields data={answer.data} desk={desk} />}
        {answer?.kind === "silent" && <p>{t("diagnosis.answer.silent")}</p>}
        {answer && (answer.kind === "negative" || answer.kind === "fault") && (
          <Refusal exchange={exchange} desk={desk} />
        )}
        {exchange.others.map((other) => (
          <section key={other.n} className={styles.other} data-testid="other-answer">
            <Sender of={other} />
            {other.kind === "positive" ? (
              <Fields data={other.data} desk={desk} />
            ) : (
              <p>{negativeText(refusalOf({ answer: other }) ?? 0, language).cause}</p>
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}

/** Which ECU answered a functional request. */
function Sender({ of: { from, data } }: { of: TraceEvent }) {
  const t = useText();
  const id = (from ?? 0).toString(16).toUpperCase();
  return (
    <p className={styles.sender}>
      <strong>{t("diagnosis.answer.from", { id })}</strong> <code>{spaced(data)}</code>
    </p>
  );
}

function Awaited({ pendings, desk }: { pendings: number; desk: Desk }) {
  const t = useText();
  const { running } = desk;
  return (
    <>
      <p className={styles.line}>
        <Icon of={LoaderCircle} size={14} />
        {pendings === 0
          ? t("diagnosis.answer.awaited")
          : t("diagnosis.answer.pending", { count: pendings, limit: desk.settings.execution_time_s })}
      </p>
      {running && (
        <Button denied={desk.denied} busy={desk.cancel.isPending} onClick={() => desk.cancel.mutate(running.id)}>
          {t("diagnosis.answer.cancel")}
        </Button>
      )}
    </>
  );
}

function Fields({ data, desk }: { data: string; desk: Desk }) {
  const t = useText();
  return (
    <dl className={styles.fields}>
      {explainAnswer(data, desk.definitions).map(({ hex, text, values }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bytes may repeat; their place is what they are.
        <div key={at} className={styles.part}>
          <dt>
            <code>{spaced(hex)}</code>
          </dt>
          <dd>{t(text, values)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What to do about a request that was refused or not answered. */
export function Refusal({ exchange, desk }: { exchange: Exchange; desk: Desk }) {
  const t = useText();
  const language = useLanguage();
  const code = refusalOf(exchange);
  const { answer, request } = exchange;
  const fault = answer?.fault ?? "N_ERROR";
  const { cause, next } = code === undefined ? outcomeText(fault, language) : negativeText(code, language);
  const again = { data: request.data, functional: request.functional ?? false };
  const level = desk.ecu?.unlock_levels[0];
  const isWrongSession = code !== undefined && WRONG_SESSION.includes(code);
  return (
    <div className={styles.refusal}>
      <p className={styles.line}>
        <Icon of={CircleAlert} size={14} />
        <strong>{cause}</strong>
      </p>
      <p>{next}</p>
      <p className={styles.quiet}>
        <code>{code === undefined ? fault : spaced(answer?.data ?? "")}</code>
      </p>
      {code === LOCKED && level !== undefined && (
        <Button
          icon={KeyRound}
          denied={desk.denied}
          busy={desk.busy}
          onClick={() => desk.run.mutate({ steps: [{ unlock: level }, again] })}
        >
          {t("diagnosis.answer.unlockAgain", { level })}
        </Button>
      )}
      {isWrongSession && (
        <Button
          icon={Repeat}
          denied={desk.denied}
          busy={desk.busy}
          onClick={() => desk.run.mutate({ steps: [{ data: "1003", functional: false }, again] })}
        >
          {t("diagnosis.answer.sessionAgain")}
        </Button>
      )}
    </div>
  );
}
