import { listSubUsers } from "@canopy/contract/accounts/sub-users";
import { getAlertUsage } from "@canopy/contract/alarms/action-test";
import { listAlarmRules } from "@canopy/contract/alarms/rules";
import { diskUsage, fileCapacity, pushCapacity, userPackage } from "@canopy/contract/capacity/capacity";
import type { LimitName } from "@canopy/contract/capacity/package";
import { connectInfo } from "@canopy/contract/devices/connect";
import { listInfoModels } from "@canopy/contract/devices/info-models";
import { listLabels } from "@canopy/contract/devices/labels";
import { listPushRules } from "@canopy/contract/push/rules";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

const GB = 1024 ** 3;
const ONE = { page_size: 1 } as const;

type Use = Partial<Record<LimitName, number>>;

/** What this person may not ask for, or a server does not keep, has no use beside its limit. */
const orNothing = (asked: Promise<Use>): Promise<Use> => asked.catch(() => ({}));

function askAll(tenantId: string, signal: AbortSignal): Promise<Use>[] {
  const params = { tenantId };
  return [
    api(diskUsage, { params }, { signal }).then(({ used_bytes }) => ({ database_storage_space: used_bytes / GB })),
    api(fileCapacity, { params }, { signal }).then(({ used_storage, used_flow, ftp_used_storage }) => ({
      file_storage_space: used_storage / GB,
      ftp_storage_space: ftp_used_storage / GB,
      device_file_traffic_management: used_flow,
    })),
    api(pushCapacity, { params }, { signal }).then(({ used }) => ({ push_flow: used })),
    api(connectInfo, {}, { signal }).then(({ things_num }) => ({ things_num })),
    api(listLabels, {}, { signal }).then(({ list }) => ({ label_num: list.length })),
    api(
      listInfoModels,
      { params: { tenant_id: tenantId }, query: { ...ONE, keyword: "", to_public: false } },
      { signal },
    ).then(({ pagination }) => ({ info_model: pagination.total_size })),
    api(listSubUsers, { query: ONE }, { signal }).then(({ used }) => ({ sub_user_num: used })),
    api(listAlarmRules, { query: ONE }, { signal }).then(({ counts }) => ({
      alert_rule: counts.tenant,
      alert_rule_user: counts.own,
    })),
    api(getAlertUsage, {}, { signal }).then(({ data }) => ({ alert_sms: data.used })),
    api(listPushRules, { query: ONE }, { signal }).then(({ counts }) => ({ push_rule: counts.rules })),
  ];
}

/** The package of the reader's tenant, and what is used of it, in the units of the package. */
export const packageUseQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ["help", "package", tenantId],
    queryFn: async ({ signal }) => {
      const [{ content }, ...used] = await Promise.all([
        api(userPackage, { params: { tenantId } }, { signal }),
        ...askAll(tenantId, signal).map(orNothing),
      ]);
      return { content, used: Object.assign({}, ...used) as Use };
    },
  });
