/** The device that a message leads to; null: another page, or none. */
export function deviceOfLink(link: string | null): string | null {
  const [path, query = ""] = (link ?? "").split("?");
  return path?.endsWith("/DeviceDetails") ? new URLSearchParams(query).get("id") : null;
}
