import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import { type ConfigChange, type ConfigPath, diffConfigs } from "@canopy/contract/device-link/config-diff";
import type { DeviceConfiguration } from "@canopy/contract/devices/configuration";
import { useMemo, useState } from "react";
import { type Translate, useText } from "../../platform/i18n.ts";
import { type ConfigDraft, type DraftOwner, issuesOf, keepDraft, keptDraft } from "./config-draft.ts";
import { valueAt, withValue } from "./config-groups.ts";
import { rebase } from "./config-rebase.ts";
import { issueText } from "./config-words.ts";

export interface DraftTools {
  /** The configuration in the form. */
  readonly config: unknown;
  /** Its base: the newest version, else the configuration that the device reports. */
  readonly base: unknown;
  readonly baseVersion: number;
  readonly draft: ConfigDraft | null;
  /** Not kept in this browser yet: leaving would lose it. */
  readonly isUnkept: boolean;
  readonly changes: readonly ConfigChange[];
  /** By `pathKey`. */
  readonly problems: ReadonlyMap<string, string>;
  /** The whole, where it is right. */
  readonly checked: DeviceConfig | undefined;
  set(path: ConfigPath, value: unknown): void;
  reset(path: ConfigPath): void;
  /** Another whole configuration, from a file or from an older version. */
  replace(draft: Omit<ConfigDraft, "base" | "baseVersion">): void;
  /** Rebases onto another user's newer version. Gives the changes to what that version does not have. */
  rebase(): readonly ConfigChange[];
  keep(): void;
  discard(): void;
}

export function useConfigDraft(owner: DraftOwner, known: DeviceConfiguration, first: unknown): DraftTools {
  const t = useText();
  const [draft, setDraft] = useState<ConfigDraft | null>(() => keptDraft(owner));
  const [isUnkept, setUnkept] = useState(false);
  const newest = known.desired?.config ?? known.reported?.config ?? first;
  const newestVersion = known.desired?.version ?? 0;
  const base = draft ? draft.base : newest;
  const baseVersion = draft ? draft.baseVersion : newestVersion;
  const config = draft ? draft.config : newest;

  const changes = useMemo(() => diffConfigs(base, config), [base, config]);
  const problems = useMemo(() => problemsOf(t, draft ? config : undefined), [draft, config, t]);
  const change = (next: ConfigDraft | null) => {
    setDraft(next);
    setUnkept(next !== null);
    // The stored draft is outdated.
    if (next === null) keepDraft(owner, null);
  };
  const edited = (next: unknown) =>
    change({ origin: "edit", restoredFrom: null, ...draft, config: next, base, baseVersion });
  return {
    config,
    base,
    baseVersion,
    draft: changes.length > 0 ? draft : null,
    isUnkept: isUnkept && changes.length > 0,
    changes,
    problems,
    checked: useMemo(() => deviceConfig.safeParse(config).data, [config]),
    set: (path, value) => edited(withValue(config, path, value)),
    reset: (path) => edited(withValue(config, path, valueAt(base, path))),
    replace: (next) => change({ base: newest, baseVersion: newestVersion, ...next }),
    rebase: () => {
      if (!draft) return [];
      const made = rebase(draft, newest);
      change({ ...draft, config: made.config, base: newest, baseVersion: newestVersion });
      return made.lost;
    },
    keep: () => {
      keepDraft(owner, draft);
      setUnkept(false);
    },
    discard: () => change(null),
  };
}

function problemsOf(t: Translate, config: unknown): Map<string, string> {
  const found = new Map<string, string>();
  for (const issue of config === undefined ? [] : issuesOf(config)) {
    const key = issue.path.map(String).join(".");
    if (!found.has(key)) found.set(key, issueText(t, issue, config));
  }
  return found;
}
