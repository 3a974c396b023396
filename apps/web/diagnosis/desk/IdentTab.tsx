import { ScanSearch } from "lucide-react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { troubleOf } from "../../platform/error-texts.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { DeskHead } from "./DeskHead.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import { STANDARD_DIDS } from "./did-names.ts";
import { type Exchange, exchangesOf } from "./exchanges.ts";
import { meaningOf } from "./History.tsx";
import { Scroll } from "./Scroll.tsx";
import { useDesk } from "./use-desk.ts";

const hex4 = (id: number) => id.toString(16).toUpperCase().padStart(4, "0");
const requestFor = (id: number) => `22${hex4(id)}`;
/** Of one job: a terminal takes no longer list of requests. */
const MOST_READ = 150;

/** UDS-01: the identifiers of the standard, read in one go; one that the ECU lacks says so. */
export function IdentTab(props: DeviceTabProps) {
  const t = useText();
  const language = useLanguage();
  const desk = useDesk(props.device, props.search.ecu);
  const { channel, physical_id } = desk.settings;
  const own = new Set(
    desk.jobs
      .filter(({ settings }) => settings.channel === channel && settings.physical_id === physical_id)
      .map(({ id }) => id),
  );
  const newest = new Map<string, Exchange>();
  for (const exchange of exchangesOf(desk.trace)) {
    if (own.has(exchange.jobId)) newest.set(exchange.request.data, exchange);
  }
  const defined = desk.definitions?.identifiers ?? [];
  const standard = STANDARD_DIDS.filter(({ id }) => !defined.some((one) => one.id === id));
  const shown = [...standard.map(({ id, text }) => ({ id, name: t(text) })), ...defined].slice(0, MOST_READ);
  const steps = shown.map(({ id }) => ({ data: requestFor(id), functional: false }));
  const trouble = desk.run.error ? troubleOf(desk.run.error) : undefined;
  return (
    <>
      <DeskHead desk={desk} onEcu={(ecu) => props.onSearch({ ecu })} />
      <Card title={t("diagnosis.ident.title")}>
        <div className={styles.actions}>
          <Button
            kind="main"
            icon={ScanSearch}
            busy={desk.busy}
            denied={desk.denied}
            onClick={() => desk.run.mutate({ steps, title: t("diagnosis.ident.read"), goesOn: true })}
          >
            {t("diagnosis.ident.read")}
          </Button>
        </div>
        <FormAlert text={trouble?.text} />
        <Scroll>
          <table className={styles.table} aria-label={t("diagnosis.ident.title")}>
            <thead>
              <tr>
                <th scope="col">{t("diagnosis.field.identifier")}</th>
                <th scope="col">{t("diagnosis.ident.name")}</th>
                <th scope="col">{t("diagnosis.ident.value")}</th>
                <th scope="col">{t("diagnosis.history.time")}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ id, name }) => {
                const exchange = newest.get(requestFor(id));
                return (
                  <tr key={id}>
                    <td>
                      <code>{hex4(id)}</code>
                    </td>
                    <td>{name}</td>
                    <td className={styles.breakable}>
                      {exchange ? meaningOf(exchange, { t, language, definitions: desk.definitions }) : UNKNOWN}
                    </td>
                    <td>{exchange ? <TimeText at={exchange.request.time_us / 1000} /> : UNKNOWN}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scroll>
      </Card>
    </>
  );
}
