import "../texts.ts";
import "./texts.ts";
import { createSubUser, listSubUsers, SUB_USER_ORDERS, type SubUser } from "@canopy/contract/accounts/sub-users";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { ClipboardList, Ellipsis, KeyRound, LogOut, Pencil, Plus, ShieldCheck, Trash2, UsersRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { withFilter } from "../../ui/list/list-address.ts";
import { type ListProps, orderOf, pagingOf, sortingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { callDenied } from "../permissions.ts";
import { pageQueryOf } from "../tenants/OperatingFrame.tsx";
import { DefaultRoleDialog } from "./DefaultRoleDialog.tsx";
import { type SubUserAct, SubUserConfirm } from "./SubUserConfirm.tsx";
import { EditSubUserDialog, NewSubUserDialog } from "./SubUserDialog.tsx";
import { useSubUserColumns } from "./sub-user-columns.tsx";

type Open = { kind: "new" | "default" } | { kind: "edit"; user: SubUser } | { kind: SubUserAct; user: SubUser };

interface SubUserListProps extends ListProps {
  /** The name behind the @. */
  primary: string;
  /** Opens the rights on devices, which this floor does not know. */
  onRights(user: SubUser): void;
}

/** USR-02: the sub-users of the tenant. */
export function SubUserList({ primary, onRights, state, onState }: SubUserListProps) {
  const t = useText();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const asked = { ...pageQueryOf({ state }), ...orderOf(state, SUB_USER_ORDERS) };
  const query = useQuery({
    queryKey: [listSubUsers.name, asked],
    queryFn: ({ signal }) => api(listSubUsers, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const done = async () => {
    close();
    await client.invalidateQueries({ queryKey: [listSubUsers.name] });
  };
  const { used = 0, limit = null } = query.data ?? {};
  const full = limit !== null && used >= limit ? t("accounts.people.full", { limit }) : undefined;
  const keyword = state.filters.keyword ?? "";
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createSubUser) ?? full} onClick={() => setOpen({ kind: "new" })}>
      {t("accounts.people.new")}
    </Button>
  );
  return (
    <>
      <ListFrame
        list="accounts.subUsers"
        label={t("accounts.people.label")}
        note={t("accounts.people.note")}
        columns={useSubUserColumns()}
        rows={rowsOfQuery(query, ({ list }) => list)}
        rowKey={({ id }) => id}
        {...sortingOf({ state, onState })}
        paging={pagingOf({ state, onState }, query.data?.pagination.total_size ?? 0)}
        filtered={keyword !== ""}
        onResetFilters={() => onState(withFilter(state, "keyword", ""))}
        filters={
          <SearchInput
            label={t("accounts.people.keyword")}
            value={keyword}
            onChange={(text) => onState(withFilter(state, "keyword", text))}
          />
        }
        facts={
          query.data && (
            <span>
              {limit === null
                ? t("accounts.people.usedFree", { used: formatNumber(used) })
                : t("accounts.people.used", { used: formatNumber(used), limit: formatNumber(limit) })}
            </span>
          )
        }
        actions={
          <>
            <Button icon={ClipboardList} onClick={() => setOpen({ kind: "default" })}>
              {t("accounts.people.default")}
            </Button>
            {create}
          </>
        }
        empty={
          <EmptyState
            icon={UsersRound}
            title={t("accounts.people.empty")}
            text={t("accounts.people.emptyNote")}
            actions={create}
          />
        }
        rowActions={(user) => (
          <SubUserMenu user={user} onRights={() => onRights(user)} onAct={(kind) => setOpen({ kind, user })} />
        )}
      />
      {open?.kind === "new" && (
        <NewSubUserDialog
          primary={primary}
          onClose={close}
          onMade={(name) => {
            addNote({ tone: "done", text: t("accounts.people.made", { name }) });
            void done();
          }}
        />
      )}
      {open?.kind === "default" && <DefaultRoleDialog onClose={close} />}
      {open?.kind === "edit" && <EditSubUserDialog user={open.user} onClose={close} onSaved={() => void done()} />}
      {open && "user" in open && open.kind !== "edit" && (
        <SubUserConfirm act={open.kind} user={open.user} onDone={() => void done()} onClose={close} />
      )}
    </>
  );
}

interface SubUserMenuProps {
  user: SubUser;
  onRights(): void;
  onAct(act: "edit" | SubUserAct): void;
}

function SubUserMenu({ user, onRights, onAct }: SubUserMenuProps) {
  const t = useText();
  const label = t("accounts.people.more", { name: user.name });
  const act = (key: "edit" | SubUserAct, icon: LucideIcon) => ({
    key,
    label: t(`accounts.people.${key}`),
    icon,
    onSelect: () => onAct(key),
  });
  return (
    <Menu
      label={label}
      items={[
        { key: "rights", label: t("accounts.people.rights"), icon: ShieldCheck, onSelect: onRights },
        act("edit", Pencil),
        act("reset", KeyRound),
        act("signOut", LogOut),
        { ...act("delete", Trash2), danger: true, apart: true },
      ]}
      trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={label} />}
    />
  );
}
