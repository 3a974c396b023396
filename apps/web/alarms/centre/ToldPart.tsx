import type { ActionKind } from "@canopy/contract/alarms/action-kinds";
import type { AlarmEvent, Told } from "@canopy/contract/alarms/events";
import { type LucideIcon, Mail, MessageSquare, Phone, Send, Terminal, Webhook } from "lucide-react";
import { methodText } from "../../devices/details/use-device-command.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./centre.module.css";
import { problemText } from "./command-words.ts";
import "../texts.ts";

const ICON: Record<ActionKind, LucideIcon> = {
  email: Mail,
  sms: MessageSquare,
  voice: Phone,
  command: Terminal,
  feishu: Send,
  webhook: Webhook,
};
const TONE = {
  waiting: "tip",
  sent: "green",
  accepted: "green",
  delivered: "green",
  undelivered: "urgent",
  failed: "urgent",
  unprovided: "ordinary",
  held: "ordinary",
  notSent: "urgent",
} as const satisfies Record<Told["state"], string>;

/** TRG-04: each action, what became of it, and why some were not sent. */
export function ToldPart({ event, told }: { event: AlarmEvent; told: readonly Told[] }) {
  const t = useText();
  const silent = event.is_late ? "late" : event.is_muted ? "muted" : undefined;
  const sent = told.filter(({ state }) => TONE[state] === "green").length;
  return (
    <section className={styles.part} aria-label={t("alarms.centre.told")}>
      <header className={styles.partHead}>
        <h3>{t("alarms.centre.told")}</h3>
        {told.length > 0 && (
          <span className={styles.aside}>{t("alarms.centre.toldCount", { sent, all: told.length })}</span>
        )}
      </header>
      {silent && <p className={styles.hint}>{t(`alarms.centre.silent.${silent}`)}</p>}
      {!silent && told.length === 0 && <p className={styles.hint}>{t("alarms.centre.silent.none")}</p>}
      <ul className={styles.told}>
        {told.map((one) => (
          <ToldLine key={`${one.cause} ${one.kind} ${one.target} ${one.time}`} told={one} />
        ))}
      </ul>
      {event.held > 0 && <p className={styles.hint}>{t("alarms.centre.held", { count: event.held })}</p>}
    </section>
  );
}

function ToldLine({ told }: { told: Told }) {
  const { kind, cause, target, state, problem, provider_id, tries, reason, time } = told;
  const t = useText();
  const formats = useTimeFormats();
  const at = formats.time(time, "second").slice(11);
  return (
    <li>
      <Icon of={ICON[kind]} size={14} />
      <span>
        <strong>{t(`alarms.action.${kind}`)}</strong> <bdi>{kind === "command" ? methodText(target) : target}</bdi>
        <small>
          {state === "held"
            ? t("alarms.centre.notBefore", { time: at })
            : problem
              ? problemText({ kind, problem })
              : at}
          {state === "waiting" && tries > 0 && ` · ${t("alarms.centre.tries", { count: tries })}`}
          {provider_id && ` · ${t("alarms.centre.providerId", { id: provider_id })}`}
          {reason && ` · ${reason}`}
          {cause === "escalated" && ` · ${t("alarms.centre.escalated")}`}
          {cause === "recovered" && ` · ${t("alarms.centre.recovered")}`}
        </small>
      </span>
      <Chip tone={TONE[state]}>
        {t(
          kind === "command" && state === "failed" ? "alarms.centre.told.commandFailed" : `alarms.centre.told.${state}`,
        )}
      </Chip>
    </li>
  );
}
