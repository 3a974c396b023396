import type { Thing } from "@canopy/contract/devices/thing";
import { LOCATION } from "@canopy/contract/files/file-name";
import { useTenantId } from "../devices/types/type-queries.ts";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Select } from "../ui/form/Select.tsx";
import { type ListState, withFilter } from "../ui/list/list-address.ts";
import { useFolders } from "./file-queries.ts";
import "./texts.ts";

interface FolderFilterProps {
  device: Pick<Thing, "third_things_id">;
  state: ListState;
  onState(state: ListState): void;
}

/** FIL-03: folders that the terminal has put files into; one shows what lies below it too. */
export function FolderFilter({ device, state, onState }: FolderFilterProps) {
  const t = useText();
  const asked = { third_things_id: device.third_things_id, file_location: LOCATION.ftp };
  const { data = [] } = useFolders(useTenantId(), asked);
  const value = state.filters.folder ?? "";
  const isGone = value !== "" && !data.some(({ folder }) => folder === value);
  return (
    <Select<string>
      aria-label={t("files.list.folder")}
      options={[
        { value: "", label: t("files.list.anyFolder") },
        ...data.map(({ folder, files }) => ({ value: folder, label: `${folder} (${formatNumber(files)})` })),
        ...(isGone ? [{ value, label: value }] : []),
      ]}
      value={value}
      onChange={(folder) => onState(withFilter(state, "folder", folder))}
    />
  );
}
