import { z } from "zod";

/** CAP-01: null means no limit. */
const limit = z.number().nullable();

const limits = z.object({
  info_model: limit,
  things_num: limit,
  can_things_num: limit,
  single_data_export: limit,
  maximum_total_number_documents_stored: limit,
  /** GB */
  database_storage_space: limit,
  /** Bytes a month. */
  device_file_traffic_management: limit,
  alert_sms: limit,
  alert_tps: limit,
  sub_user_num: limit,
  label_num: limit,
  maximum_data_retention_days: limit,
  number_simultaneous_connections: limit,
  /** Messages a second. */
  up_down_stream_connections: limit,
  edge_computing: limit,
  push_rule: limit,
  push_tps: limit,
  alert_rule: limit,
  /** Ours: the rules of one user (TRG-01). */
  alert_rule_user: limit,
  hmi: limit,
  data_analysis: limit,
});
export type LimitName = keyof z.output<typeof limits>;

export const packageContent = z.object({
  ...limits.shape,
  twins_rule_on: z.boolean(),
  quick_delete_things_list: z.array(z.object({ info_model_id: z.string(), third_things_id: z.string() })),
});
export type PackageContent = z.output<typeof packageContent>;

/** CAP-01: no number in the spec is no limit. */
export const UNLIMITED_PACKAGE: PackageContent = {
  info_model: null,
  things_num: null,
  can_things_num: null,
  single_data_export: null,
  maximum_total_number_documents_stored: null,
  database_storage_space: null,
  device_file_traffic_management: null,
  alert_sms: null,
  alert_tps: null,
  sub_user_num: null,
  label_num: null,
  maximum_data_retention_days: null,
  number_simultaneous_connections: null,
  up_down_stream_connections: null,
  edge_computing: null,
  push_rule: null,
  push_tps: null,
  alert_rule: null,
  alert_rule_user: null,
  hmi: null,
  data_analysis: null,
  twins_rule_on: false,
  quick_delete_things_list: [],
};

export const DEFAULT_PACKAGE: PackageContent = {
  ...UNLIMITED_PACKAGE,
  info_model: 50,
  things_num: 2,
  database_storage_space: 2,
  alert_sms: 1000,
  sub_user_num: 100,
  label_num: 100,
  maximum_data_retention_days: 180,
  edge_computing: 10,
  push_rule: 50,
  alert_rule: 50,
  alert_rule_user: 20,
  hmi: 10,
  data_analysis: 10,
};
