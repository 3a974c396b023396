import { z } from "zod";

/** More than any store holds; a sum of a few stays exact. */
export const LARGEST_LIMIT = 1e15;
/** Devices that may be emptied at once (DAT-05). */
const MOST_QUICK_DELETES = 1000;

/** CAP-01: null means no limit. */
const limit = z.number().nonnegative().max(LARGEST_LIMIT).nullable();

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
  /** Ours, GB: files that terminals upload over FTP. */
  ftp_storage_space: limit,
  /** Ours, GB: cloud files. */
  file_storage_space: limit,
  /** Ours: deliveries of push rules a month. */
  push_flow: limit,
});
export type LimitName = keyof z.output<typeof limits>;
export const LIMIT_NAMES = limits.keyof().options;

export const packageContent = z.object({
  ...limits.shape,
  twins_rule_on: z.boolean(),
  quick_delete_things_list: z
    .array(z.object({ info_model_id: z.string().max(64), third_things_id: z.string().max(64) }))
    .max(MOST_QUICK_DELETES),
});
export type PackageContent = z.output<typeof packageContent>;

/** What is absent stays as it is. */
export const packageChange = packageContent.partial();
export type PackageChange = z.output<typeof packageChange>;

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
  ftp_storage_space: null,
  file_storage_space: null,
  push_flow: null,
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
