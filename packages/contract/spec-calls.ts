/**
 * OPS-05: every line of spec §7 with the method and path it has, or got there, and the names of its payload and answer.
 * The test holds the declarations against this table; the table itself is copied from the spec and nothing else.
 */
export interface SpecCall {
  purpose: string;
  call: string;
  sends: readonly string[];
  answers: readonly string[];
}

const FILES = "/single/things-file-mgmt/{tenantId}";
const PAGE = ["current_page", "page_size"];
const LIST = ["list", "pagination", "total_size"];
const FILE_FILTERS = [
  ...["start_time", "end_time", "ext_info", "time_key", "file_source"],
  ...["info_model_id", "third_things_id", "time_order", "file_location"],
];

const line = (purpose: string, call: string, sends: readonly string[], answers: readonly string[] = []): SpecCall => ({
  purpose,
  call,
  sends,
  answers,
});

export const specCalls: readonly SpecCall[] = [
  line("Third-party login support", "GET /control/third-logins", ["backPage", "sysType"], ["type", "thrid_uri"]),
  line("Captcha", "GET /control/usercenter/svg", [], ["uuid", "svgCode"]),
  line(
    "Session",
    "POST /control/sessions",
    ["username", "password", "type", "svg_code", "svg_code_uuid"],
    ["token", "ujwt", "message"],
  ),
  line(
    "Session, tenant manager",
    "POST /control/sessions/tenant-manager",
    ["ujwt", "username", "password", "type", "svg_code", "svg_code_uuid"],
    ["token", "ujwt", "message"],
  ),
  line("Manager check", "GET /control/sessions/manager-check", ["type", "username"]),
  line("Verification codes", "POST /control/verification-codes", ["type", "destination", "purpose"]),
  line("Verification codes, manager variant", "POST /control/verification-codes/tenant-manager", [
    ...["type", "destination", "purpose"],
    "region",
  ]),
  line(
    "Config info",
    "GET /control/config-info",
    ["resource_path", "is_debug"],
    [...["data", "loginLogo"], ...["cloudname", "link"]],
  ),
  line("Privilege self", "GET /tenant/privileges/self", ["platform"], ["tenant_manager", "system_manager", "apis"]),
  line(
    "Self user info",
    "GET /tenant/users/self",
    [],
    [...["id", "tenant_id", "name"], ...["avatar", "isManager", "tenantInfo"]],
  ),
  line("Self tenant", "GET /tenant/tenants/self", []),
  line("Check user tenant validation", "GET /tenant/user-tenants/validation", ["field", "value"]),
  line("Register", "POST /tenant/user-tenants", [
    ...["avatar", "mobile", "mobile_verification_code", "password", "name", "namespace", "username", "description"],
    ...["organization_name", "industry", "address", "country", "province", "city", "email", "email_verification_code"],
    ...["department", "gender", "job", "tenant_type", "platform"],
  ]),
  line("Reset password", "PUT /tenant/users/password", [
    ...["source", "verification_code", "new_password"],
    ...["confirmPassword", "type", "user_type"],
  ]),
  line("Dashboards, batch", "GET /tenant/dashboards/batch", ["tenant_id", "business_type"], ["id", "owner_id"]),
  line("Dashboards, single", "POST /tenant/dashboards", ["tenant_id", "business_type", "name"], ["id"]),
  line(
    "User messages",
    "GET /tenant/tenants/{tenant_id}/users/{user_id}/message",
    ["tenant_id", "user_id", "platform", "read_status", ...PAGE],
    [...LIST, "messageTitle", "messageContent", "messageType", "send_time", "read_status", "reminderMode"],
  ),
  line("Update user message", "PUT /tenant/tenants/{tenant_id}/users/{user_id}/message", [
    ...["tenant_id", "user_id"],
    ...["user_message_id", "read_status", "update_all"],
  ]),
  line("User attribute config", "GET /tenant/user-attributes", [
    ...["platform", "attribute_type"],
    ...["attribute_key", "find_parent"],
  ]),
  line("User attribute, store", "POST /tenant/user-attributes", ["platform", "attribute_type", "attribute"], ["id"]),
  line("User attribute, change", "PUT /tenant/user-attributes/{id}", ["id", "attribute"], ["id"]),
  line("Resource links", "GET /control/resource-links", ["resource_path", "is_debug"]),
  line("System config", "GET /control/system-config", ["resource_path", "isDebug"], ["data", "link"]),
  line("Billing or manage URL", "GET /control/site-url", ["key", "resource_path"]),
  line("Usage tracking", "POST /control/tracking", [
    ...["platform", "module", "action"],
    ...["params", "tenant_id", "user_id"],
  ]),
  line("Quick delete task", "POST /things/quick-delete-tasks", ["tenant_id", "delete_children", "things_id"]),
  line(
    "Batch things list",
    "GET /things/batch",
    [...PAGE, "tenant_id", "order_param", "order_type", "filters"],
    [
      ...LIST,
      ...["id", "name", "info_model_id", "info_model_name"],
      ...["third_things_id", "things_usage", "last_cal_usage_time"],
    ],
  ),
  line("User package", "GET /tenant/tenants/{tenantId}/package", ["tenantId"], ["content", "database_storage_space"]),
  line(
    "Disk usage",
    "GET /tenant/tenants/{tenantId}/disk-usage",
    ["tenantId"],
    ["disk_usage_rate", "total_disk_usage_show"],
  ),
  line(
    "File capacity",
    `GET ${FILES}/file-capacity`,
    ["tenantId"],
    [...["total_storage", "used_storage"], ...["total_flow", "used_flow"]],
  ),
  line("Push capacity", "GET /notification/tenants/{tenantId}/push/capacity", ["tenantId"]),
  line(
    "File storage list",
    `GET ${FILES}/file-storage`,
    ["file_location", ...PAGE, "info_model_id", "storage_order", "storage_key", "third_things_id"],
    [...LIST, "id", "info_model_name", "third_things_id", "used_storage", "update_time"],
  ),
  line("Delete file storage", `DELETE ${FILES}/file-storage/{id}`, ["id", "file_location"]),
  line(
    "Info model list",
    "GET /mapping-mgmt/tenants/{tenant_id}/info-models",
    ["tenant_id", "keyword", "to_public"],
    LIST,
  ),
  line("Info model detail", "GET /mapping-mgmt/tenants/{tenant_id}/info-models/{info_model_id}", ["info_model_id"]),
  line("Delete info model", "DELETE /mapping-mgmt/tenants/{tenant_id}/info-models/{info_model_id}", ["force"]),
  line("Generate licence", "POST /things/licences", ["info_model_id", "third_things_id", "secret"]),
  line("Licence configuration", "GET /things/licence-config", []),
  line("User notice", "GET /notification/notices", ["currentTime", "platform", "user_id"], ["id", "title", "content"]),
  line("Update notice", "PUT /notification/notices", ["notice_id", "user_id", "noLongerShow"]),
  line("Delete session", "DELETE /control/sessions/{session_id}", ["session_id"]),
  line("Tenant file delete", "DELETE /out-filemanager/tenants/{tenant_id}/files", ["isPub", "name", "type"]),
  line(
    "File list",
    `GET ${FILES}/file-list`,
    [...PAGE, ...FILE_FILTERS],
    [
      ...LIST,
      ...["id", "file_source", "file_location", "ext_info"],
      ...["third_things_id", "info_model_id", "time_key"],
    ],
  ),
  line("File download URL", `GET ${FILES}/download-url/{id}`, ["id"]),
  line("FTP download", `GET ${FILES}/ftp-download/{id}`, ["id"]),
  line("File delete", `DELETE ${FILES}/file-delete`, ["ids", ...FILE_FILTERS]),
  line("Start analysis", `POST ${FILES}/file-analysis/{fileId}`, ["fileId"]),
  line("Cancel analysis", `PUT ${FILES}/file-analysis/{recordId}/cancel`, ["recordId"]),
  line("Analysis progress", `GET ${FILES}/file-analysis/{recordId}/progress`, ["recordId"]),
  line(
    "Analysis list",
    `GET ${FILES}/file-analysis/list`,
    [
      ...["analysis_start_time", "analysis_end_time", "dev_start_time", "dev_end_time", ...PAGE],
      ...["file_location", "file_name", "info_model_id", "status", "third_things_id"],
    ],
    LIST,
  ),
];
