import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { DeviceTabProps } from "../../devices/details/device-tab.tsx";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { spaced } from "../hex.ts";
import { SequenceCard } from "../sequences/SequenceCard.tsx";
import { useSequence } from "../sequences/use-sequence.ts";
import { AnswerCard } from "./AnswerCard.tsx";
import { Builder } from "./Builder.tsx";
import { DeskHead } from "./DeskHead.tsx";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import { exchangesOf } from "./exchanges.ts";
import { History } from "./History.tsx";
import { DESK_SERVICES, requestOf } from "./services.ts";
import { useDesk } from "./use-desk.ts";

/** UDS-01: services, request, answer. */
export function ConsoleTab(props: DeviceTabProps) {
  const t = useText();
  const desk = useDesk(props.device, props.search.ecu);
  const [text, setText] = useState("22 F1 90");
  const [word, setWord] = useState("");
  const [chosen, setChosen] = useState<string>();
  const sequence = useSequence();
  const exchanges = exchangesOf(desk.trace);
  const shown = exchanges.find(({ key }) => key === chosen) ?? exchanges.at(-1);
  const services = DESK_SERVICES.filter(({ sid, title }) =>
    `${sid} ${t(title)}`.toLowerCase().includes(word.trim().toLowerCase()),
  );
  return (
    <>
      <DeskHead desk={desk} onEcu={(ecu) => props.onSearch({ ecu })} />
      <div className={styles.console}>
        <Card title={t("diagnosis.desk.services")}>
          <SearchInput label={t("diagnosis.desk.find")} value={word} onChange={setWord} />
          <ul className={styles.services}>
            {services.map((service) => (
              <li key={service.sid}>
                <button
                  type="button"
                  className={styles.service}
                  aria-current={text.replace(/\s+/g, "").startsWith(service.sid) || undefined}
                  onClick={() => setText(spaced(requestOf(service, {}) ?? service.sid))}
                >
                  <code>{service.sid}</code>
                  <span>{t(service.title)}</span>
                  {service.warns && <Icon of={TriangleAlert} size={13} />}
                </button>
              </li>
            ))}
          </ul>
        </Card>
        <div className={styles.middle}>
          <Builder
            desk={desk}
            text={text}
            onText={setText}
            onAdd={sequence.add}
            history={exchanges.map(({ request }) => request.data)}
          />
          <SequenceCard desk={desk} sequence={sequence} />
          <History exchanges={exchanges} chosen={shown?.key} onChoose={setChosen} definitions={desk.definitions} />
        </div>
        <AnswerCard exchange={shown} desk={desk} />
      </div>
    </>
  );
}
