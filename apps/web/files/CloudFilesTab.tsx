import type { Thing } from "@canopy/contract/devices/thing";
import { FILE_SOURCES } from "@canopy/contract/files/file-name";
import { beginUpload } from "@canopy/contract/files/uploads";
import { FileUp, Upload } from "lucide-react";
import { useRef } from "react";
import { deniedOn } from "../devices/details/may-change.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { Select } from "../ui/form/Select.tsx";
import { type ListState, withFilter } from "../ui/list/list-address.ts";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import type { TimeSpan } from "../ui/time/timeline.ts";
import { AnalysisList } from "./AnalysisList.tsx";
import { AnalysisStatus } from "./AnalysisStatus.tsx";
import { FileList } from "./FileList.tsx";
import { useUpload } from "./use-upload.ts";
import "./texts.ts";

export const CLOUD_FILTERS = ["view", "name", "source", "status", "dfrom", "dto", "afrom", "ato"];

const UNFILTERED = Object.fromEntries(CLOUD_FILTERS.map((key) => [key, ""]));

interface CloudFilesTabProps {
  device: Thing;
  state: ListState;
  onState(state: ListState): void;
  onShow(range: TimeSpan): void;
  onPreview(fileId: string): void;
}

/** FIL-04: files that came by themselves or were uploaded, and the analyses of them. */
export function CloudFilesTab(props: CloudFilesTabProps) {
  const { device, state, onState } = props;
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const upload = useUpload(device.id);
  const denied = deniedOn(device, beginUpload);
  const isAnalyses = state.filters.view === "analyses";
  const views = (
    <Segmented
      label={t("files.list.view")}
      options={[
        { value: "files", label: t("files.view.files") },
        { value: "analyses", label: t("files.view.analyses") },
      ]}
      value={isAnalyses ? "analyses" : "files"}
      onChange={(view) =>
        onState({
          ...state,
          page: 1,
          filters: { ...UNFILTERED, view: view === "analyses" ? view : "" },
        })
      }
    />
  );
  if (isAnalyses) return <AnalysisList {...props} views={views} />;
  const choose = () => picker.current?.click();
  const button = (
    <Button kind="main" icon={Upload} denied={denied} busy={upload.isPending} onClick={choose}>
      {t("files.list.upload")}
    </Button>
  );
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        className="unseen"
        tabIndex={-1}
        aria-label={t("files.list.choose")}
        onChange={(event) => {
          upload.start([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <FileList
        {...props}
        location="cloud"
        filters={
          <>
            {views}
            <Select<string>
              aria-label={t("files.list.source")}
              options={[
                { value: "", label: t("files.list.anySource") },
                ...FILE_SOURCES.filter((one) => one !== "ftp").map((value) => ({
                  value,
                  label: t(`files.source.${value}`),
                })),
              ]}
              value={state.filters.source ?? ""}
              onChange={(value) => onState(withFilter(state, "source", value))}
            />
            <AnalysisStatus state={state} onState={onState} />
          </>
        }
        actions={
          <>
            {upload.share !== undefined && <ProgressBar label={t("files.list.uploading")} share={upload.share} />}
            {button}
          </>
        }
        empty={
          <EmptyState icon={FileUp} title={t("files.empty.cloud")} text={t("files.emptyNote.cloud")} actions={button} />
        }
      />
    </>
  );
}
