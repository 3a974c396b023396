import KitButton from "antd/es/button";
import DatePicker from "antd/es/date-picker";
import KitSelect from "antd/es/select";
import Steps from "antd/es/steps";
import Tree from "antd/es/tree";
import { useText } from "../platform/i18n.ts";
import { Card } from "./Card.tsx";
import styles from "./gallery.module.css";

/** What antd lends us where an own part would be a project: searchable selects, trees, calendars. */
export function GalleryKit() {
  const t = useText();
  const options = ["EV", "J1939", "ISOBUS", "CAN FD"].map((value) => ({ value, label: value }));
  return (
    <Card title={t("ui.gallery.kit")}>
      <div className={styles.row}>
        <KitButton type="primary">{t("ui.gallery.main")}</KitButton>
        <KitButton>{t("ui.gallery.plain")}</KitButton>
        <KitSelect
          mode="multiple"
          showSearch
          style={{ width: 240 }}
          aria-label={t("ui.gallery.type")}
          placeholder={t("ui.gallery.allTypes")}
          options={options}
          defaultValue={["EV"]}
        />
        <DatePicker.RangePicker showTime />
      </div>
      <Steps
        size="small"
        current={1}
        items={[
          { title: t("ui.gallery.reading") },
          { title: t("ui.gallery.packing") },
          { title: t("ui.gallery.download") },
        ]}
      />
      <Tree
        defaultExpandAll
        treeData={[
          {
            key: "m",
            title: "BMS_1",
            children: [
              { key: "s", title: "Soc" },
              { key: "v", title: "PackVoltage" },
            ],
          },
        ]}
      />
    </Card>
  );
}
