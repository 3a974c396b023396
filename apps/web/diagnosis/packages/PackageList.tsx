import {
  deleteFlashPackage,
  type FlashPackage,
  listFlashPackages,
  PACKAGE_ORDERS,
  signFlashPackage,
  uploadFlashPackage,
} from "@canopy/contract/diagnosis/flashing/packages";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PackageOpen, Upload } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes, UNKNOWN } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { type TimeFormats, useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { type Column, sortableBy } from "../../ui/list/columns.ts";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { FLASH_KEY } from "../flashing/flash-queries.ts";
import { hexOf } from "../hex.ts";
import "./package-texts.ts";
import { SignDialog } from "./SignDialog.tsx";
import { UploadDialog } from "./UploadDialog.tsx";

type Asking = { kind: "upload" } | { kind: "sign" | "delete"; chosen: FlashPackage };

/** UDS-04 */
export function PackageList(list: ListProps) {
  const t = useText();
  const formats = useTimeFormats();
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const { state, onState } = list;
  const { keyword = "" } = state.filters;
  const wanted = { current_page: state.page, page_size: state.size, keyword, ...orderOf(state, PACKAGE_ORDERS) };
  const query = useQuery({
    queryKey: [...FLASH_KEY, "packages", wanted],
    queryFn: ({ signal }) => api(listFlashPackages, { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
  });
  const close = () => setAsking(undefined);
  const renew = async (text: string) => {
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: FLASH_KEY });
  };
  const remove = useMutation({
    mutationFn: ({ package_id }: FlashPackage) => api(deleteFlashPackage, { params: { package_id } }),
    onSuccess: (_, { name }) => {
      close();
      return renew(t("diagnosis.package.deleted", { name }));
    },
  });
  const upload = (
    <Button
      kind="main"
      icon={Upload}
      denied={callDenied(uploadFlashPackage)}
      onClick={() => setAsking({ kind: "upload" })}
    >
      {t("diagnosis.package.upload")}
    </Button>
  );
  return (
    <>
      <ListFrame
        list="diagnosis.packages"
        label={t("diagnosis.package.label")}
        columns={sortableBy(columnsOf(t, formats), PACKAGE_ORDERS)}
        rows={rowsOfQuery(query, ({ list: rows }) => rows)}
        rowKey={({ package_id }) => package_id}
        {...sortingOf(list)}
        paging={pagingOf(list, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== ""}
        onResetFilters={() => onState({ ...state, page: 1, filters: {} })}
        filters={
          <SearchInput
            label={t("diagnosis.package.search")}
            value={keyword}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        actions={upload}
        empty={
          <EmptyState
            icon={PackageOpen}
            title={t("diagnosis.package.empty")}
            text={t("diagnosis.package.uploadNote")}
            actions={upload}
          />
        }
        rowActions={(chosen) => (
          <EditDeleteMenu
            label={t("diagnosis.package.more", { name: chosen.name })}
            edit={{
              label: t("diagnosis.package.sign"),
              denied: callDenied(signFlashPackage),
              onSelect: () => setAsking({ kind: "sign", chosen }),
            }}
            remove={{
              label: t("diagnosis.package.delete"),
              denied: callDenied(deleteFlashPackage),
              onSelect: () => setAsking({ kind: "delete", chosen }),
            }}
          />
        )}
      />
      {asking?.kind === "upload" && (
        <UploadDialog
          onClose={close}
          onDone={(chosen) => {
            setAsking({ kind: "sign", chosen });
            void renew(t("diagnosis.package.saved", { name: chosen.name }));
          }}
        />
      )}
      {asking?.kind === "sign" && (
        <SignDialog
          chosen={asking.chosen}
          onClose={close}
          onDone={({ name }) => {
            close();
            void renew(t("diagnosis.package.saved", { name }));
          }}
        />
      )}
      {asking?.kind === "delete" && (
        <Confirm
          open
          title={t("diagnosis.package.delete")}
          action={t("diagnosis.package.delete")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(asking.chosen)}
          onClose={close}
        >
          {t("diagnosis.package.deleteNote", { name: asking.chosen.name })}
        </Confirm>
      )}
    </>
  );
}

const SHOWN_SEGMENTS = 3;

function columnsOf(t: Translate, formats: TimeFormats): Column<FlashPackage>[] {
  return [
    {
      key: "name",
      title: t("diagnosis.package.name"),
      always: true,
      card: "title",
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { key: "size", title: t("diagnosis.package.size"), card: "aside", cell: ({ size }) => formatBytes(size) },
    {
      key: "map",
      title: t("diagnosis.package.map"),
      cell: ({ segments }) => {
        const shown = segments
          .slice(0, SHOWN_SEGMENTS)
          .map(({ address, size }) => `${hexOf(address)}-${hexOf(address + size - 1)}`);
        const more = segments.length > SHOWN_SEGMENTS ? ` +${segments.length - SHOWN_SEGMENTS}` : "";
        return <code>{`${shown.join(" ")}${more}`}</code>;
      },
    },
    {
      key: "version",
      title: t("diagnosis.package.version"),
      cell: ({ manifest }) =>
        manifest ? `${manifest.software_from.join(", ") || UNKNOWN} → ${manifest.software_to}` : UNKNOWN,
    },
    {
      key: "part",
      title: t("diagnosis.package.part"),
      cell: ({ manifest }) => (manifest ? `${manifest.part_number} / ${manifest.hardware}` : UNKNOWN),
    },
    {
      key: "signed",
      title: t("diagnosis.package.signed"),
      cell: ({ manifest, key_name }) =>
        manifest
          ? t("diagnosis.package.until", { key: key_name, date: formats.day(manifest.expires) })
          : t("diagnosis.package.unsigned"),
    },
    { key: "used", title: t("diagnosis.package.usedBy"), cell: ({ ecus }) => ecus.join(", ") || UNKNOWN },
    {
      key: "created_time",
      title: t("diagnosis.package.created"),
      cell: ({ created_time }) => <RelativeTime at={created_time} />,
    },
  ];
}
