import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { pathText } from "@canopy/contract/device-link/config-diff";
import { type ConfigFile, readConfigFile } from "@canopy/contract/device-link/config-file";
import { CONFIG_IMPORT_MAX_BYTES } from "@canopy/contract/device-link/config-ranges";
import { type RefObject, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import parts from "../parts.module.css";
import { issueText } from "./config-words.ts";
import styles from "./review.module.css";

type Failure = Exclude<ConfigFile, { kind: "config" }>;

const SHOWN_ISSUES = 20;

interface ImportConfigProps {
  /** Pressed from a menu. */
  input: RefObject<HTMLInputElement | null>;
  onConfig(config: DeviceConfig): void;
}

/** A file becomes the draft, or its problems are listed. */
export function ImportConfig({ input, onConfig }: ImportConfigProps) {
  const t = useText();
  const [failure, setFailure] = useState<Failure>();
  const take = async (file: File) => {
    // One that is too large is not even read.
    const read = file.size > CONFIG_IMPORT_MAX_BYTES ? TOO_LARGE : readConfigFile(await file.text(), file.size);
    if (read.kind === "config") onConfig(read.config);
    else setFailure(read);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="unseen"
        tabIndex={-1}
        aria-label={t("devices.config.import")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after it was corrected.
          if (file) void take(file).finally(() => event.target.form?.reset());
        }}
      />
      <Dialog
        open={failure !== undefined}
        title={t("devices.config.importTitle")}
        onClose={() => setFailure(undefined)}
        footer={<Button onClick={() => setFailure(undefined)}>{t("ui.action.close")}</Button>}
      >
        {failure && <Reasons failure={failure} />}
      </Dialog>
    </>
  );
}

const TOO_LARGE: Failure = { kind: "tooLarge" };

function Reasons({ failure }: { failure: Failure }) {
  const t = useText();
  if (failure.kind === "tooLarge") return <Banner level="urgent" alert title={t("devices.config.importTooLarge")} />;
  if (failure.kind === "notJson") return <Banner level="urgent" alert title={t("devices.config.importNotJson")} />;
  const { issues, content } = failure;
  return (
    <div className={parts.stack}>
      <Banner level="urgent" alert title={t("devices.config.importWrong", { count: issues.length })} />
      <ul className={styles.issues}>
        {issues.slice(0, SHOWN_ISSUES).map((issue) => {
          const path = pathText(issue.path.map((key) => (typeof key === "symbol" ? String(key) : key)));
          return (
            <li key={`${path} ${issue.message}`}>
              <code>{path || "{}"}</code> {issueText(t, issue, content)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
