import { createTenant, listTenants, setTenantState, TENANT_ORDERS } from "@canopy/contract/accounts/operating";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { type ListProps, orderOf } from "../../ui/list/list-parts.ts";
import { callDenied } from "../permissions.ts";
import { ShownOnceDialog } from "../tokens/ShownOnceDialog.tsx";
import { type MadeTenant, NewTenantDialog } from "./NewTenantDialog.tsx";
import { OperatingFrame, pageQueryOf } from "./OperatingFrame.tsx";
import { PLATFORM, stateAct } from "./state-act.ts";
import { type TenantRow, useTenantColumns } from "./tenant-columns.tsx";

interface TenantListProps extends ListProps {
  /** Further actions on a tenant that is not the platform's own. */
  more?(tenant: TenantRow): ReactNode;
}

/** USR-01: tenants are made, closed and opened again by the system manager. */
export function TenantList({ more, ...props }: TenantListProps) {
  const t = useText();
  const asked = { ...pageQueryOf(props), ...orderOf(props.state, TENANT_ORDERS) };
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<MadeTenant>();
  const [closing, setClosing] = useState<TenantRow>();
  const query = useQuery({
    queryKey: [listTenants.name, asked],
    queryFn: ({ signal }) => api(listTenants, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const renew = useRenewTenants();
  const close = useTenantState("closed", () => setClosing(undefined));
  const reopen = useTenantState("active");
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createTenant)} onClick={() => setIsCreating(true)}>
      {t("accounts.operating.newTenant")}
    </Button>
  );
  return (
    <>
      <OperatingFrame
        {...props}
        list="accounts.tenants"
        label={t("accounts.operating.tenantsNote")}
        columns={useTenantColumns()}
        query={query}
        rowKey={({ id }) => id}
        actions={create}
        rowActions={(tenant) => (
          <>
            <StateButton
              tenant={tenant}
              onClose={() => {
                close.reset();
                setClosing(tenant);
              }}
              onOpen={() =>
                reopen.mutate(tenant, {
                  onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
                })
              }
            />
            {tenant.tenant_type !== PLATFORM && more?.(tenant)}
          </>
        )}
      />
      {isCreating && (
        <NewTenantDialog
          onClose={() => setIsCreating(false)}
          onMade={(tenant) => {
            setIsCreating(false);
            setMade(tenant);
            void renew();
          }}
        />
      )}
      <ShownOnceDialog
        secret={made?.password}
        title={t("accounts.operating.madeTitle")}
        note={t("accounts.operating.madeNote", { owner: made?.owner ?? "" })}
        label={t("accounts.operating.firstPassword")}
        onClose={() => setMade(undefined)}
      />
      <Confirm
        open={closing !== undefined}
        title={t("accounts.operating.closeTitle")}
        action={t("accounts.operating.close")}
        busy={close.isPending}
        error={close.error ? troubleOf(close.error).text : undefined}
        onConfirm={() => closing && close.mutate(closing)}
        onClose={() => setClosing(undefined)}
      >
        {closing && t("accounts.operating.closeNote", { name: closing.name, users: closing.users })}
      </Confirm>
    </>
  );
}

function useRenewTenants() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [listTenants.name] });
}

function useTenantState(state: "active" | "closed", onDone?: () => void) {
  const t = useText();
  const renew = useRenewTenants();
  return useMutation({
    mutationFn: ({ id }: TenantRow) => api(setTenantState, { params: { tenant_id: id }, body: { state } }),
    onSuccess: (_, { name }) => {
      onDone?.();
      const text = state === "closed" ? "accounts.operating.closed" : "accounts.operating.opened";
      addNote({ tone: "done", text: t(text, { name }) });
    },
    // After a refusal too: the list shows what is so now.
    onSettled: renew,
  });
}

interface StateButtonProps {
  tenant: TenantRow;
  onClose(): void;
  onOpen(): void;
}

function StateButton({ tenant, onClose, onOpen }: StateButtonProps) {
  const t = useText();
  const act = stateAct(tenant);
  if (act === undefined) return null;
  return (
    <Button
      kind="link"
      aria-label={t(`accounts.operating.${act}Label`, { name: tenant.name })}
      onClick={act === "close" ? onClose : onOpen}
    >
      {t(`accounts.operating.${act}`)}
    </Button>
  );
}
