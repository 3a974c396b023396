import type { FenceShape } from "@canopy/contract/places/fence-shape";
import { readFenceRegions } from "@canopy/contract/places/fences";
import { useMutation } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import styles from "./fences.module.css";

interface RegionUploadProps {
  /** `name`: of the region in the file. */
  onRegion(shape: FenceShape, name: string): void;
}

/** GPS-02: an administrative region of a GeoJSON file, with problems by line. */
export function RegionUpload({ onRegion }: RegionUploadProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState("0");
  const read = useMutation({
    mutationFn: async (file: File) => api(readFenceRegions, { body: { geojson: await file.text() } }),
    onSuccess: ({ regions: [first] }) => {
      setChosen("0");
      if (first) onRegion(first.shape, first.name);
    },
  });
  const { regions = [], problems = [] } = read.data ?? {};
  return (
    <div className={styles.upload}>
      <input
        ref={input}
        type="file"
        accept=".geojson,.json,application/geo+json,application/json"
        aria-label={t("places.fence.upload")}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) read.mutate(file);
          event.target.value = "";
        }}
      />
      <Button icon={Upload} busy={read.isPending} onClick={() => input.current?.click()}>
        {t("places.fence.upload")}
      </Button>
      {regions.length > 1 && (
        <Field label={t("places.fence.chooseRegion")}>
          {(control) => (
            <Select
              {...control}
              options={regions.map(({ name }, i) => ({
                value: String(i),
                label: name || t("places.fence.unnamedRegion", { n: i + 1 }),
              }))}
              value={chosen}
              onChange={(value) => {
                const region = regions[Number(value)];
                setChosen(value);
                if (region) onRegion(region.shape, region.name);
              }}
            />
          )}
        </Field>
      )}
      {read.error && (
        <p className={styles.error} role="alert">
          {t("places.fence.uploadFailed", { why: troubleOf(read.error).text })}
        </p>
      )}
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label={t("places.fence.uploadProblems")}>
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>{t("places.fence.line", { line, problem: message })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
