import { CirclePlay, CircleStop, ListChecks } from "lucide-react";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { DefinitionPick } from "../definitions/DefinitionPick.tsx";
import { AnswerCard } from "./AnswerCard.tsx";
import { DeskHead } from "./DeskHead.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import { exchangesOf } from "./exchanges.ts";
import { History } from "./History.tsx";
import { useDesk } from "./use-desk.ts";

const CONTROLS = [
  { key: "start", code: "01", icon: CirclePlay },
  { key: "stop", code: "02", icon: CircleStop },
  { key: "result", code: "03", icon: ListChecks },
] as const;

/** UDS-01: service 31 by identifier: start, stop, result. */
export function RoutinesTab(props: DeviceTabProps) {
  const t = useText();
  const desk = useDesk(props.device, props.search.ecu);
  const [routine, setRoutine] = useState("0203");
  const [option, setOption] = useState("");
  const [asked, setAsked] = useState<string>();
  const exchanges = exchangesOf(desk.trace).filter(({ request }) => request.data.startsWith("31"));
  const clean = (text: string) => text.replace(/\s+/g, "").toUpperCase();
  const isRoutine = /^[0-9A-F]{4}$/.test(clean(routine));
  const isOption = /^([0-9A-F]{2})*$/.test(clean(option));
  const send = (code: string) => {
    const data = `31${code}${clean(routine)}${clean(option)}`;
    desk.run.mutate({ steps: [{ data, functional: false }], title: t("diagnosis.routine.title") });
  };
  const trouble = desk.run.error ? troubleOf(desk.run.error) : undefined;
  return (
    <>
      <DeskHead desk={desk} onEcu={(ecu) => props.onSearch({ ecu })} />
      <div className={styles.two}>
        <div className={styles.middle}>
          <Card title={t("diagnosis.routine.title")}>
            <div className={styles.grid}>
              <Field
                label={t("diagnosis.field.routine")}
                error={isRoutine ? undefined : t("diagnosis.routine.badId")}
                required
              >
                {(control) => <TextInput {...control} mono autoComplete="off" value={routine} onChange={setRoutine} />}
              </Field>
              <DefinitionPick
                label={t("diagnosis.defs.pickRoutine")}
                of={desk.definitions?.routines}
                value={clean(routine)}
                onPick={setRoutine}
              />
              <Field label={t("diagnosis.field.data")} error={isOption ? undefined : t("diagnosis.builder.noBytes")}>
                {(control) => <TextInput {...control} mono autoComplete="off" value={option} onChange={setOption} />}
              </Field>
            </div>
            <FormAlert text={trouble?.text} />
            <div className={styles.actions}>
              {CONTROLS.map(({ key, code, icon }) => (
                <Button
                  key={key}
                  kind={key === "start" ? "main" : "plain"}
                  icon={icon}
                  busy={desk.busy}
                  denied={desk.denied}
                  onClick={() => isRoutine && isOption && (key === "start" ? setAsked(code) : send(code))}
                >
                  {t(`diagnosis.routine.${key}`)}
                </Button>
              ))}
            </div>
          </Card>
          <History
            exchanges={exchanges}
            chosen={exchanges.at(-1)?.key}
            onChoose={() => undefined}
            definitions={desk.definitions}
          />
        </div>
        <AnswerCard exchange={exchanges.at(-1)} desk={desk} />
      </div>
      <Confirm
        open={asked !== undefined}
        title={t("diagnosis.builder.warnTitle")}
        action={t("diagnosis.routine.start")}
        onConfirm={() => {
          if (asked) send(asked);
          setAsked(undefined);
        }}
        onClose={() => setAsked(undefined)}
      >
        {t("diagnosis.builder.warn", { device: props.device.name })}
      </Confirm>
    </>
  );
}
