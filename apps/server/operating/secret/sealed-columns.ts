/** A column whose values are sealed under the installation's secret and a purpose. */
export interface SealedColumn {
  readonly table: string;
  /** Of the table, and its type. */
  readonly key: readonly [name: string, type: "uuid" | "text" | "bytea"];
  readonly column: string;
  readonly purpose: string;
}

/** All of them; a new one that is not named here is found by a test. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "users", key: ["id", "uuid"], column: "totp_secret", purpose: "second factor" },
  { table: "users", key: ["id", "uuid"], column: "totp_offered", purpose: "second factor" },
  { table: "oidc_providers", key: ["tenant_id", "uuid"], column: "client_secret", purpose: "openid provider" },
  { table: "login_providers", key: ["kind", "text"], column: "secret", purpose: "login provider" },
  { table: "sign_in_arrivals", key: ["state_hash", "bytea"], column: "sealed", purpose: "sign-in arrival" },
  { table: "message_providers", key: ["channel", "text"], column: "secret", purpose: "message provider" },
  { table: "outbox", key: ["id", "uuid"], column: "target", purpose: "outbox target" },
  { table: "push_rules", key: ["id", "uuid"], column: "secret", purpose: "push secret" },
  { table: "outputs", key: ["id", "uuid"], column: "bucket_secret", purpose: "output bucket" },
  { table: "unlock_files", key: ["id", "uuid"], column: "content", purpose: "diagnosis.unlock" },
];

/** Of values that nobody keeps: they are given out, and come back within minutes. */
export const PASSING_PURPOSES: readonly string[] = ["candtu token", "weixin state"];
