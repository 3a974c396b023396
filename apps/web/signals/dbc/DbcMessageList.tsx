import "./dbc-texts.ts";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { messageId, messageKey, sortedMessages } from "./dbc-key.ts";
import parts from "./dbc-parts.module.css";
import styles from "./manager.module.css";

const ROW_PX = 46;

interface DbcMessageListProps {
  dbc: Dbc;
  chosen: string | undefined;
  onChoose(message: Message): void;
  /** Absent: this revision cannot be changed. */
  onAdd: (() => void) | undefined;
}

export function DbcMessageList({ dbc, chosen, onChoose, onAdd }: DbcMessageListProps) {
  const t = useText();
  const [keyword, setKeyword] = useState("");
  const messages = useMemo(() => sortedMessages(dbc), [dbc]);
  const shown = useMemo(
    () => messages.filter((message) => fits(message, keyword.trim().toLowerCase())),
    [messages, keyword],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  return (
    <section className={styles.messages} aria-label={t("signals.messages.label")}>
      <div className={styles.paneHead}>
        <SearchInput
          label={t("signals.messages.search")}
          value={keyword}
          onChange={setKeyword}
          className={parts.grow}
        />
        {onAdd && <IconButton icon={Plus} edge label={t("signals.messages.add")} onClick={onAdd} />}
      </div>
      <div className={styles.messageHead} aria-hidden="true">
        <span>{t("signals.messages.name")}</span>
        <span>{t("signals.messages.cycle")}</span>
      </div>
      <div ref={scroller} className={styles.paneBody}>
        <ul className={styles.virtual} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const message = shown[index];
            if (!message) return null;
            const cycle = cycleTimeMs(dbc, message);
            return (
              <li key={`${messageKey(message)}/${message.name}`} style={{ transform: `translateY(${start}px)` }}>
                <button
                  type="button"
                  className={styles.messageRow}
                  aria-current={messageKey(message) === chosen ? "true" : undefined}
                  onClick={() => onChoose(message)}
                >
                  <span className={styles.cut} title={message.name}>
                    {message.name}
                  </span>
                  <span className={styles.messageNumber}>{messageId(message)}</span>
                  <span className={parts.end}>{cycle === null ? "" : cycle.toLocaleString("en-US")}</span>
                </button>
              </li>
            );
          })}
        </ul>
        {shown.length === 0 && <p className={styles.paneNote}>{t("signals.messages.none")}</p>}
      </div>
      <p className={styles.paneFoot}>{t("signals.messages.count", { count: shown.length })}</p>
    </section>
  );
}

function fits(message: Message, keyword: string): boolean {
  if (keyword === "") return true;
  const words = [messageId(message), message.name, ...message.signals.map(({ name }) => name)];
  return words.some((word) => word.toLowerCase().includes(keyword));
}
