import { Star } from "lucide-react";
import { memo } from "react";
import { useText } from "../../platform/i18n.ts";
import { RowMenu } from "../../ui/list/RowMenu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { AlarmMark } from "./AlarmMark.tsx";
import { ChannelCell } from "./ChannelCell.tsx";
import { DeviceLink, LiveDotOfRow, shortId } from "./DeviceName.tsx";
import { type DeviceRowProps, useLivePaint } from "./DeviceRow.tsx";
import styles from "./row.module.css";

/** On a phone: the same row as a card; bars, numbers and lines still in columns. */
export const NarrowRow = memo(function NarrowRow({ row, selected, board, alarms, actions }: DeviceRowProps) {
  const t = useText();
  const root = useLivePaint<HTMLDivElement>(row, board, null);
  const channels = row.channel_enable.flatMap((on, channel) => (on && channel < 2 ? [channel] : []));
  return (
    <div ref={root} className={styles.card} data-selected={selected}>
      <div className={styles.cardHead}>
        <LiveDotOfRow />
        <DeviceLink row={row} actions={actions} />
        <AlarmMark row={row} alarms={alarms} actions={actions} />
        <button
          type="button"
          className={styles.star}
          aria-pressed={row.favourite}
          aria-label={t("devices.list.favourite", { name: row.name })}
          onClick={() => actions.favourite(row)}
        >
          <Icon of={Star} size={16} />
        </button>
        <time data-live="seen" className={styles.seen} />
        <RowMenu
          of={row.id}
          className={styles.menu}
          label={t("devices.list.menu", { name: row.name })}
          items={() => actions.menu(row)}
        />
      </div>
      <div className={styles.cardNote}>
        {row.info_model_name && <span className={styles.cut}>{row.info_model_name}</span>}
        <span className={styles.class}>{t(`devices.form.${row.class}`)}</span>
        <span className={styles.id}>{shortId(row.third_things_id)}</span>
      </div>
      {channels.map((channel) => (
        <div key={channel} className={styles.cardLine}>
          <ChannelCell
            channel={channel}
            enabled={row.channel_enable[channel]}
            isFirst={channel === channels[0]}
            named
          />
        </div>
      ))}
    </div>
  );
});
