import type { ErrorDef } from "@canopy/contract/platform/errors";
import { imageErrors } from "@canopy/contract/platform/image-errors";
import { fill, type Language } from "@canopy/contract/platform/language";
import { panelErrors } from "@canopy/contract/statistics/panel-errors";
import {
  MAX_FILE_PROBLEMS,
  PANEL_FILE_FORMAT,
  type PanelFile,
  type PanelFileProblem,
  panelFile,
} from "@canopy/contract/statistics/panel-files";
import { devicesIn, type PanelContent, type Widget } from "@canopy/contract/statistics/panel-widgets";
import { z } from "zod";
import type { Caller } from "../../platform/http/caller.ts";
import type { DeviceLevels } from "../../platform/http/check-devices.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { resolveSignals } from "../../signals/bindings/resolve-signals.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { dbcNames, dbcsByName, deviceNames, devicesByName } from "./panel-names.ts";

export interface FileChecks {
  readonly db: Db;
  readonly deviceLevels: DeviceLevels;
}

export interface CheckedFile {
  readonly name: string;
  readonly widgetCount: number;
  readonly problems: readonly PanelFileProblem[];
  /** With the ids of this tenant; undefined: the file has faults. */
  readonly content: PanelContent | undefined;
}

/** The whole file is read before anything is made; every fault is told with its place. */
export async function checkPanelFile(
  checks: FileChecks,
  caller: Caller,
  file: Readonly<Record<string, unknown>>,
  language: Language,
): Promise<CheckedFile> {
  const say: Say = (def, place, widget, values = {}) => ({
    place,
    widget,
    code: def.code,
    message: fill(def.text[language], values),
  });
  if (file.format !== PANEL_FILE_FORMAT) return refused(file, [say(panelErrors.fileFormat, "", "")]);
  const read = panelFile.safeParse(file);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => {
      const title = titleIn(file, path);
      return say(errorOf(message), placeOf(path), title, { title });
    });
    return refused(file, faults);
  }
  const ids = await ownIds(checks, caller, read.data);
  const widgets = read.data.widgets.map((one) => withOwnIds(one, ids));
  const problems = [
    ...deviceProblems(read.data, ids, say),
    ...(await signalProblems(checks, caller, { file: read.data, ids, widgets, say })),
  ].slice(0, MAX_FILE_PROBLEMS);
  const { name } = read.data;
  return { name, widgetCount: widgets.length, problems, content: problems.length > 0 ? undefined : { name, widgets } };
}

type Say = (def: ErrorDef, place: string, widget: string, values?: Record<string, string>) => PanelFileProblem;

function refused(file: Readonly<Record<string, unknown>>, problems: readonly PanelFileProblem[]): CheckedFile {
  return {
    name: typeof file.name === "string" ? file.name.slice(0, MAX_WORD) : "",
    widgetCount: Array.isArray(file.widgets) ? file.widgets.length : 0,
    problems: problems.slice(0, MAX_FILE_PROBLEMS),
    content: undefined,
  };
}

const ERRORS: readonly ErrorDef[] = [...Object.values(panelErrors), ...Object.values(imageErrors)];

/** Schemas give the code of an error as their message where they have one. */
const errorOf = (message: string): ErrorDef => ERRORS.find(({ code }) => code === message) ?? panelErrors.fileField;

const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${String(part)}`)).join("");

const MAX_WORD = 50;
const word = z.string().catch("");
const words = z.object({ title: word, kind: word }).catch({ title: "", kind: "" });

/** What people call the widget at a path. */
function titleIn({ widgets }: Readonly<Record<string, unknown>>, [field, index]: readonly PropertyKey[]): string {
  if (field !== "widgets" || typeof index !== "number" || !Array.isArray(widgets)) return "";
  const { title, kind } = words.parse(widgets[index]);
  return (title || kind).slice(0, MAX_WORD);
}

const titleOf = ({ title, kind }: Widget): string => title || kind;

interface OwnIds {
  /** Of this tenant, by the ids of the file. */
  readonly devices: ReadonlyMap<string, string>;
  readonly dbcs: ReadonlyMap<string, string>;
}

/** By the id, else by the name: of devices only those that the caller may read. */
async function ownIds({ db, deviceLevels }: FileChecks, caller: Caller, file: PanelFile): Promise<OwnIds> {
  const { tenantId } = caller;
  const asked = devicesIn(file.widgets);
  const byName = await devicesByName(db, tenantId, Object.values(file.devices));
  const levels = await deviceLevels(caller, [...asked, ...byName.values()]);
  const isReadable = (id: string | undefined): id is string =>
    id !== undefined && (levels.get(id) ?? "none") !== "none";
  const devices = asked.flatMap((id): [string, string][] => {
    const own = [id, byName.get(file.devices[id] ?? "")].find(isReadable);
    return own === undefined ? [] : [[id, own]];
  });
  const wanted = [...new Set(file.widgets.flatMap(({ signals }) => signals.map(({ dbc_id }) => dbc_id)))];
  const known = await dbcNames(db, tenantId, wanted);
  const named = await dbcsByName(db, tenantId, Object.values(file.dbcs));
  const dbcs = wanted.flatMap((id): [string, string][] => {
    const own = known.has(id) ? id : named.get(file.dbcs[id] ?? "");
    return own === undefined ? [] : [[id, own]];
  });
  return { devices: new Map(devices), dbcs: new Map(dbcs) };
}

/** Revisions count within one file: of another of the same name the newest is taken. */
function withOwnIds(one: Widget, { devices, dbcs }: OwnIds): Widget {
  const signals = one.signals.map(({ revision, ...signal }) => {
    const dbc_id = dbcs.get(signal.dbc_id) ?? signal.dbc_id;
    return { ...signal, dbc_id, ...(dbc_id === signal.dbc_id && revision !== undefined && { revision }) };
  });
  return { ...one, device_ids: [...new Set(one.device_ids.map((id) => devices.get(id) ?? id))], signals };
}

function deviceProblems({ widgets, devices: names }: PanelFile, { devices }: OwnIds, say: Say): PanelFileProblem[] {
  return widgets.flatMap((one, i) =>
    one.device_ids.flatMap((id, k) =>
      devices.has(id)
        ? []
        : [say(panelErrors.fileDevice, `widgets[${i}].device_ids[${k}]`, titleOf(one), { name: names[id] ?? id })],
    ),
  );
}

interface SignalCheck {
  readonly file: PanelFile;
  readonly ids: OwnIds;
  readonly widgets: readonly Widget[];
  readonly say: Say;
}

async function signalProblems(
  { db }: FileChecks,
  { tenantId }: Caller,
  { file, ids, widgets, say }: SignalCheck,
): Promise<PanelFileProblem[]> {
  const all = widgets.flatMap((one, i) => one.signals.map((signal, k) => ({ one, signal, i, k })));
  const resolved = await resolveSignals(
    (dbcId, revision) => parsedDbc(db, tenantId, dbcId, revision),
    all.map(({ signal }) => signal),
  );
  return all.flatMap(({ one, signal, i, k }, at) => {
    const found = resolved[at];
    if (found && !("error" in found)) return [];
    const asked = file.widgets[i]?.signals[k]?.dbc_id ?? "";
    const dbc = file.dbcs[asked] ?? asked;
    const place = `widgets[${i}].signals[${k}]`;
    return ids.dbcs.has(asked)
      ? [say(panelErrors.fileSignal, place, titleOf(one), { dbc, name: signal.signal })]
      : [say(panelErrors.fileDbc, place, titleOf(one), { name: dbc })];
  });
}

/** A panel as a file, with the names by which another tenant finds its own; of devices, those that the caller may read. */
export async function panelAsFile(
  { db, deviceLevels }: FileChecks,
  caller: Caller,
  { name, widgets }: PanelContent,
): Promise<PanelFile> {
  const { tenantId } = caller;
  const dbcIds = [...new Set(widgets.flatMap(({ signals }) => signals.map(({ dbc_id }) => dbc_id)))];
  const levels = await deviceLevels(caller, devicesIn(widgets));
  const readable = [...levels].filter(([, level]) => level !== "none").map(([id]) => id);
  return {
    format: PANEL_FILE_FORMAT,
    version: 1,
    name,
    widgets,
    devices: Object.fromEntries(await deviceNames(db, tenantId, readable)),
    dbcs: Object.fromEntries(await dbcNames(db, tenantId, dbcIds)),
  };
}
