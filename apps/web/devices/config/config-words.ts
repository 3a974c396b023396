import { channelName } from "@canopy/contract/device-link/channels";
import type { ConfigChange, ConfigPath } from "@canopy/contract/device-link/config-diff";
import { type ConfigField, fieldAt, settingName } from "@canopy/contract/device-link/config-form";
import type { z } from "zod";
import { codeText } from "../../platform/error-texts.ts";
import { formatNumber, formatQuantity, UNKNOWN } from "../../platform/formats.ts";
import type { TextKey, Translate } from "../../platform/i18n.ts";
import { problemOf } from "../../ui/form/form-rules.ts";
import { type GroupTitle, valueAt } from "./config-groups.ts";
import { zh } from "./setting-texts.zh.ts";
import "./config-texts.ts";
import "./setting-texts.ts";

function textKey(key: string): key is TextKey {
  return Object.hasOwn(zh, key);
}

/**
 * Words for the schema's names. `record.start.ids.to_id` is looked up as a whole, then by its last parts, so that equal
 * names have one text. A name without a text (a test forbids that) stands for itself.
 */
function wordOf(t: Translate, keyOf: (name: string) => string, name: string): string {
  for (let rest = name; rest !== ""; rest = rest.split(".").slice(1).join(".")) {
    const key = keyOf(rest);
    if (textKey(key)) return t(key);
  }
  return name;
}

export const settingLabel = (t: Translate, path: ConfigPath) =>
  wordOf(t, (name) => `devices.setting.${name}`, settingName(path));
export const settingHelp = (t: Translate, path: ConfigPath) =>
  wordOf(t, (name) => `devices.settingHelp.${name}`, settingName(path));
export const choiceWord = (t: Translate, value: string) => wordOf(t, (name) => `devices.choice.${name}`, value);

export function groupTitle(t: Translate, title: GroupTitle): string {
  return "channel" in title ? channelName(title.channel) : t(`devices.configGroup.${title.name}`);
}

/** The title of a list entry: `Filter 2`, or its channel. */
export function entryTitle(t: Translate, path: ConfigPath, value: unknown): string {
  const channel = typeof value === "object" && value !== null ? Reflect.get(value, "channel") : undefined;
  const isNamed = ["can", "lin", "digital_inputs"].includes(String(path[0])) && path.length === 2;
  if (isNamed && typeof channel === "number") return channelName(channel);
  return t("devices.config.entry", { name: settingLabel(t, path), number: Number(path.at(-1)) + 1 });
}

const KILO = 1000;

/** A bit rate as people say it: 500 kbit/s. */
export function bitrateText(bitrate: number): string {
  return bitrate >= KILO * KILO
    ? formatQuantity(bitrate / KILO / KILO, "Mbit/s")
    : formatQuantity(bitrate / KILO, "kbit/s");
}

/** A value of a setting, as it is read. */
export function valueText(t: Translate, path: ConfigPath, value: unknown): string {
  if (value === undefined || value === null) return t("devices.config.unset");
  const field = fieldAt(path);
  if (field === undefined || field.kind === "group" || field.kind === "list") return summary(t, path, value);
  return leafText(t, field, value);
}

function leafText(t: Translate, field: ConfigField, value: unknown): string {
  switch (field.kind) {
    case "flag":
      return t(value === true ? "devices.config.on" : "devices.config.off");
    case "choice":
      return typeof value === "number" ? formatQuantity(value, field.unit ?? "") : choiceWord(t, String(value));
    case "choices":
      return Array.isArray(value) && value.length > 0
        ? value.map((word) => choiceWord(t, String(word))).join(", ")
        : t("devices.config.nothing");
    case "source":
      return value === "gps" ? t("devices.choice.gps") : channelName(Number(value));
    case "number":
      return numberText(field, value);
    default:
      return String(value) === "" ? UNKNOWN : String(value);
  }
}

function numberText({ format, unit }: Extract<ConfigField, { kind: "number" }>, value: unknown): string {
  if (typeof value !== "number") return String(value);
  if (format === "id") return `0x${hexOf(value)}`;
  if (format === "channel") return channelName(value);
  if (format === "bitrate") return bitrateText(value);
  return unit ? formatQuantity(value, unit) : formatNumber(value);
}

export function hexOf(value: number): string {
  return value.toString(16).toUpperCase();
}

/** Names what another user's version has no place for: the entry of a list, and its setting. */
export function lostText(t: Translate, lost: readonly ConfigChange[], config: unknown): string {
  const names = lost.map(({ path }) => {
    const entries = path.flatMap((key, i) => (typeof key === "number" ? [path.slice(0, i + 1)] : []));
    const titles = entries.map((entry) => entryTitle(t, entry, valueAt(config, entry)));
    return [...titles, ...(typeof path.at(-1) === "number" ? [] : [settingLabel(t, path)])].join(" · ");
  });
  return t("devices.config.lostChanges", { names: [...new Set(names)].join("; ") });
}

/** An entry or a part as one line, for the review: its most telling field. */
function summary(t: Translate, path: ConfigPath, value: unknown): string {
  if (Array.isArray(value)) return t("devices.config.entries", { count: value.length });
  if (typeof value !== "object" || value === null) return String(value);
  const words = Object.entries(value).flatMap(([name, part]) => {
    if (typeof part === "object" && part !== null && !Array.isArray(part)) return [];
    return [valueText(t, [...path, name], part)];
  });
  return words.join(" · ");
}

/** The allowed range of a setting, beside its control. */
export function rangeText(t: Translate, path: ConfigPath): string {
  const field = fieldAt(path);
  if (field?.kind === "number") {
    if (field.format === "channel") return "";
    const [from, to] = field.range;
    if (field.format === "id") return `0–${hexOf(to)}`;
    if (field.format === "bitrate") return `${bitrateText(from)} – ${bitrateText(to)}`;
    const span = `${formatNumber(from)}${from < 0 ? " – " : "–"}${formatNumber(to)}`;
    return field.unit ? `${span} ${field.unit}` : span;
  }
  if (field?.kind === "text") {
    const [least, most] = field.lengths;
    return t(field.format === "hex" ? "devices.config.hexChars" : "devices.config.chars", { least, most });
  }
  return field?.kind === "list" ? t("devices.config.atMost", { count: field.items[1] }) : "";
}

/** The problem of a value in the page's language: ours by code, the schema's own by the form's general texts. */
export function issueText(t: Translate, issue: z.core.$ZodIssue, content: unknown): string {
  const known = codeText(issue.message);
  if (known !== undefined) return known;
  const { code, values = {} } = problemOf(issue, content);
  const written = Object.entries(values).map(([name, value]) => [name, formatNumber(Number(value))]);
  return isFormKey(code) ? t(code, Object.fromEntries(written)) : code;
}

function isFormKey(code: string): code is Extract<TextKey, `ui.form.${string}`> {
  return code.startsWith("ui.form.");
}
