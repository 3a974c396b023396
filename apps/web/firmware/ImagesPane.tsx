import {
  beginFirmwareImage,
  deleteFirmwareImage,
  type FirmwareImage,
  IMAGE_ORDERS,
} from "@canopy/contract/firmware/images";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Cpu, Ellipsis, KeyRound, Rocket, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Menu } from "../ui/float/Menu.tsx";
import { addNote } from "../ui/float/notes.ts";
import { Confirm } from "../ui/form/Confirm.tsx";
import { Select } from "../ui/form/Select.tsx";
import { type Column, sortableBy } from "../ui/list/columns.ts";
import { ListFrame } from "../ui/list/ListFrame.tsx";
import { withFilter } from "../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../ui/list/list-parts.ts";
import { rowsOfQuery } from "../ui/list/list-rows.ts";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { FIRMWARE_KEY, imagesQuery, keysQuery } from "./firmware-queries.ts";
import { ImageDialog } from "./ImageDialog.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import "./texts.ts";

export const IMAGE_LIST = "firmware.images";
/** `tab` is the shown part of the page. */
export const IMAGE_FILTERS = ["tab", "keyword", "type"];

/** DEV-08: images and the keys that sign them. */
export function ImagesPane(props: ListProps & { onRollOut(imageId: string): void }) {
  const { state, onState } = props;
  const t = useText();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"upload" | "keys">();
  const [deleted, setDeleted] = useState<FirmwareImage>();
  const keys = useQuery(keysQuery).data;
  const { keyword = "", type: asked } = state.filters;
  const type = asked === "self" || asked === "outer" ? asked : undefined;
  const page = { current_page: state.page, page_size: state.size, ...orderOf(state, IMAGE_ORDERS) };
  const query = useQuery(imagesQuery({ ...page, keyword, type }));
  const renew = () => client.invalidateQueries({ queryKey: FIRMWARE_KEY });
  const remove = useMutation({
    mutationFn: ({ id }: FirmwareImage) => api(deleteFirmwareImage, { params: { image_id: id } }),
    onSuccess: async (_, { version }) => {
      setDeleted(undefined);
      addNote({ tone: "done", text: t("firmware.image.deleted", { version }) });
      await renew();
    },
  });
  const noKey = keys?.length === 0 ? t("firmware.image.noKey") : undefined;
  const denied = callDenied(beginFirmwareImage);
  const openKeys = (kind?: "main") => (
    <Button {...(kind && { kind })} icon={KeyRound} denied={denied} onClick={() => setDialog("keys")}>
      {t("firmware.image.keys")}
    </Button>
  );
  const upload = (
    <Button kind="main" icon={Upload} denied={denied ?? noKey} onClick={() => setDialog("upload")}>
      {t("firmware.image.upload")}
    </Button>
  );
  return (
    <>
      <ListFrame
        list={IMAGE_LIST}
        label={t("firmware.image.title")}
        columns={sortableBy(useColumns(), IMAGE_ORDERS)}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        {...sortingOf(props)}
        paging={pagingOf(props, query.data?.pagination.total_size ?? 0)}
        filters={
          <>
            <SearchInput
              value={keyword}
              label={t("firmware.image.search")}
              onChange={(text) => onState(withFilter(state, "keyword", text))}
            />
            <Select
              aria-label={t("firmware.image.type")}
              value={type ?? ""}
              onChange={(value) => onState(withFilter(state, "type", value))}
              options={[
                { value: "", label: t("firmware.image.type.all") },
                { value: "self", label: t("firmware.image.type.self") },
                { value: "outer", label: t("firmware.image.type.outer") },
              ]}
            />
          </>
        }
        filtered={keyword !== "" || type !== undefined}
        onResetFilters={() => onState(withFilter(withFilter(state, "keyword", ""), "type", ""))}
        actions={
          <>
            {openKeys()}
            {upload}
          </>
        }
        empty={
          <EmptyState
            icon={Cpu}
            title={t("firmware.image.empty")}
            text={noKey ? t("firmware.image.emptyNoKey") : t("firmware.image.emptyNote")}
            actions={noKey ? openKeys("main") : upload}
          />
        }
        rowActions={(image) => (
          <ImageMenu
            image={image}
            onRollOut={() => props.onRollOut(image.id)}
            onDelete={() => {
              remove.reset();
              setDeleted(image);
            }}
          />
        )}
      />
      {dialog === "keys" && <KeysDialog onClose={() => setDialog(undefined)} />}
      {dialog === "upload" && (
        <ImageDialog
          keys={keys ?? []}
          onClose={() => setDialog(undefined)}
          onDone={(version) => {
            setDialog(undefined);
            addNote({ tone: "done", text: t("firmware.image.uploaded", { version }) });
            void renew();
          }}
        />
      )}
      <Confirm
        open={deleted !== undefined}
        title={t("firmware.image.deleteTitle")}
        action={t("firmware.image.delete")}
        busy={remove.isPending}
        error={remove.error ? troubleOf(remove.error).text : undefined}
        onConfirm={() => deleted && remove.mutate(deleted)}
        onClose={() => setDeleted(undefined)}
      >
        {t("firmware.image.deleteNote", { version: deleted?.version ?? "" })}
      </Confirm>
    </>
  );
}

function ImageMenu({ image, onRollOut, onDelete }: { image: FirmwareImage; onRollOut(): void; onDelete(): void }) {
  const t = useText();
  const label = t("firmware.image.more", { version: image.version });
  const denied = callDenied(deleteFirmwareImage);
  return (
    <Menu
      label={label}
      trigger={(props) => <IconButton icon={Ellipsis} label={label} {...props} />}
      items={[
        {
          key: "rollOut",
          icon: Rocket,
          label: t("firmware.image.rollOut"),
          denied: image.state === "ready" ? denied : t("firmware.image.receiving", { percent: shareOf(image) }),
          onSelect: onRollOut,
        },
        {
          key: "delete",
          icon: Trash2,
          danger: true,
          label: t("firmware.image.delete"),
          denied: denied ?? (image.in_use ? t("firmware.image.inUse") : undefined),
          onSelect: onDelete,
        },
      ]}
    />
  );
}

const shareOf = ({ received, size }: FirmwareImage) => Math.floor((100 * received) / size);

function useColumns(): readonly Column<FirmwareImage>[] {
  const t = useText();
  return [
    {
      key: "version",
      title: t("firmware.image.version"),
      always: true,
      card: "title",
      cell: ({ version }) => <span className="mono">{version}</span>,
    },
    {
      key: "state",
      title: t("firmware.image.state"),
      card: "aside",
      cell: (image) =>
        image.state === "ready" ? (
          <Chip tone="green">{t("firmware.image.ready")}</Chip>
        ) : (
          <Chip>{t("firmware.image.receiving", { percent: shareOf(image) })}</Chip>
        ),
    },
    { key: "type", title: t("firmware.image.type"), cell: ({ type }) => t(`firmware.image.type.${type}`) },
    {
      key: "base",
      title: t("firmware.image.differential"),
      cell: ({ base_version }) =>
        base_version === null ? t("firmware.image.whole") : <span className="mono">{`← ${base_version}`}</span>,
    },
    {
      key: "description",
      title: t("firmware.image.description"),
      cell: ({ description }) => <bdi>{description}</bdi>,
    },
    { key: "size", title: t("firmware.image.size"), align: "end", cell: ({ size }) => formatBytes(size) },
    {
      key: "hash",
      title: t("firmware.image.hash"),
      extra: true,
      cell: ({ sha256 }) => <span className="mono">{sha256}</span>,
    },
    { key: "key_name", title: t("firmware.image.key"), cell: ({ key_name }) => <bdi>{key_name}</bdi> },
    {
      key: "user_name",
      title: t("firmware.image.author"),
      extra: true,
      cell: ({ user_name }) => <bdi>{user_name}</bdi>,
    },
    {
      key: "create_time",
      title: t("firmware.image.time"),
      cell: ({ create_time }) => <RelativeTime at={create_time} />,
    },
  ];
}
