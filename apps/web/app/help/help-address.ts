const DETAILS = "HomePage/DeviceDetails";

/** The section of the help that explains an address: the path that people see, and of a device its tab too. */
export function helpPage(path: string, tab?: unknown): string {
  const page = path.replace(/^\/(Container\/)?|\/$/g, "");
  return page === DETAILS ? `${DETAILS}/${tab ?? "management"}` : page;
}

export const WAY_KEY = "canopy.help.from";

/** Kept in this tab, however far one reads on: the page that the help was opened from, and its heading. */
export function rememberWay(): void {
  const title = document.querySelector("h1")?.textContent;
  sessionStorage.setItem(WAY_KEY, JSON.stringify({ href: location.pathname + location.search, title }));
}
