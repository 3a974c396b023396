import { writeGeoJson } from "@canopy/can/gps/geojson-write";
import { FENCE_KINDS, fenceOf } from "@canopy/contract/places/fence-shape";
import { createFence, deleteFence, duplicateFence, type FenceRow, updateFence } from "@canopy/contract/places/fences";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Download, Ellipsis, MapPinned, Pencil, Plus, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { saveText } from "../../devices/config/save-text.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { FenceMap } from "./FenceMap.tsx";
import { useFenceColumns } from "./fence-columns.tsx";
import { FENCES_KEY, fencesQuery } from "./fence-queries.ts";
import styles from "./fences.module.css";
import "./fence-texts.ts";

export const FENCE_FILTERS = ["keyword", "kind"] as const;
const KINDS = ["", ...FENCE_KINDS] as const;

interface FenceListProps extends ListProps {
  /** Undefined: a new one. */
  onOpen(id: string | undefined): void;
  /** To a device that is inside. */
  onDevice(thingsId: string): void;
}

/** GPS-02: the fences of the tenant, with the map beside them. */
export function FenceList({ onOpen, onDevice, ...list }: FenceListProps) {
  const t = useText();
  const { state, onState } = list;
  const { keyword = "", kind: asked = "" } = state.filters;
  const kind = FENCE_KINDS.find((one) => one === asked);
  const query = useQuery(
    fencesQuery({ current_page: state.page, page_size: state.size, keyword, ...(kind && { kind }) }),
  );
  const [removing, setRemoving] = useState<FenceRow>();
  const shapes = useMemo(() => (query.data?.list ?? []).map(({ shape }) => shape), [query.data]);
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createFence)} onClick={() => onOpen(undefined)}>
      {t("places.fence.new")}
    </Button>
  );
  return (
    <div className={styles.list}>
      <ListFrame
        list="places.fences"
        label={t("places.fence.list")}
        columns={useFenceColumns(onDevice)}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ fence_id }) => fence_id}
        onOpen={({ fence_id }) => onOpen(fence_id)}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== "" || kind !== undefined}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <>
            <SearchInput
              label={t("places.fence.search")}
              value={keyword}
              onChange={(text) => onState(withFilter(state, "keyword", text))}
            />
            <Select
              aria-label={t("places.fence.kind")}
              options={KINDS.map((value) => ({ value, label: t(`places.fence.kind.${value || "all"}`) }))}
              value={kind ?? ""}
              onChange={(value) => onState(withFilter(state, "kind", value))}
            />
          </>
        }
        actions={create}
        empty={
          <EmptyState
            icon={MapPinned}
            title={t("places.fence.empty")}
            text={t("places.fence.emptyNote")}
            actions={create}
          />
        }
        rowActions={(fence) => (
          <FenceMenu fence={fence} onEdit={() => onOpen(fence.fence_id)} onDelete={() => setRemoving(fence)} />
        )}
      />
      <div className={styles.beside}>
        <FenceMap key={query.isPending ? "loading" : "ready"} shapes={shapes} />
      </div>
      {removing && <RemoveFence fence={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  );
}

function FenceMenu({ fence, onEdit, onDelete }: { fence: FenceRow; onEdit(): void; onDelete(): void }) {
  const t = useText();
  const client = useQueryClient();
  const { name, region, shape, rules } = fence;
  const duplicate = useMutation({
    mutationFn: () => api(duplicateFence, { params: { fence_id: fence.fence_id } }),
    onSuccess: ({ data }) => {
      addNote({ tone: "done", text: t("places.fence.duplicated", { name: data.name }) });
      return client.invalidateQueries({ queryKey: FENCES_KEY });
    },
    onError: (error) => addNote({ tone: "urgent", text: troubleOf(error).text }),
  });
  const label = t("places.fence.more", { name });
  const used =
    rules.length > 0 ? t("places.fence.inRules", { rules: rules.map((rule) => rule.name).join(", ") }) : undefined;
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        { key: "edit", icon: Pencil, label: t("places.fence.edit"), denied: callDenied(updateFence), onSelect: onEdit },
        {
          key: "duplicate",
          icon: Copy,
          label: t("places.fence.duplicate"),
          denied: callDenied(duplicateFence),
          onSelect: () => duplicate.mutate(),
        },
        {
          key: "export",
          icon: Download,
          label: t("places.fence.export"),
          onSelect: () =>
            saveText(
              writeGeoJson([{ name, region, fence: fenceOf(shape) }]),
              `${name}.geojson`,
              "application/geo+json",
            ),
        },
        {
          key: "delete",
          icon: Trash2,
          danger: true,
          apart: true,
          label: t("places.fence.delete"),
          denied: callDenied(deleteFence) ?? used,
          onSelect: onDelete,
        },
      ]}
    />
  );
}

function RemoveFence({ fence: { fence_id, name }, onClose }: { fence: FenceRow; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(deleteFence, { params: { fence_id } }),
    onSuccess: () => {
      addNote({ tone: "done", text: t("places.fence.deleted", { name }) });
      onClose();
      return client.invalidateQueries({ queryKey: FENCES_KEY });
    },
  });
  return (
    <Confirm
      open
      title={t("places.fence.deleteOne", { name })}
      action={t("places.fence.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t("places.fence.deleteNote", { name })}
    </Confirm>
  );
}
