export interface ProviderSettings {
  readonly kind: string;
  /** By the names of PROVIDER_KINDS. */
  readonly values: Readonly<Record<string, string>>;
  readonly secret: string;
}
