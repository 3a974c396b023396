import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { addDbcRevision, type DbcFile, MAX_DBC_UPLOAD_BYTES, uploadDbc } from "@canopy/contract/signals/dbc-files";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { base64Of } from "./dbc-changes.ts";
import { DBC_KEY } from "./dbc-library.ts";
import { type DbcPreview, previewDbc } from "./dbc-preview.ts";

/** A chosen file until it is stored in the library. */
export interface DbcImport {
  readonly key: string;
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The file name without extension; editable. */
  readonly name: string;
  /** Chosen by the user; undefined: detected. */
  readonly encoding: DbcEncoding | undefined;
  /** Undefined while loading. */
  readonly preview: DbcPreview | undefined;
  /** The reason why it cannot be imported. */
  readonly refused: "ending" | "empty" | "tooLarge" | "unreadable" | undefined;
  /** The id of the file to revise; undefined: a new file. */
  readonly into: string | undefined;
  readonly state: "open" | "busy" | "done";
  readonly error: string | undefined;
  readonly result: DbcFile | undefined;
}

const ENDING = /\.(?:dbc|ldf|arxml)$/i;

let counted = 0;

/** The files of the import page; each is imported independently. */
export function useDbcImports(into: string | undefined) {
  const client = useQueryClient();
  const [imports, setImports] = useState<readonly DbcImport[]>([]);
  const change = useCallback(
    (key: string, changes: Partial<DbcImport>) =>
      setImports((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    [],
  );
  const read = async ({ key, bytes }: Pick<DbcImport, "key" | "bytes">, encoding: DbcEncoding | undefined) => {
    change(key, { encoding, preview: undefined, error: undefined });
    try {
      change(key, { preview: await previewDbc(bytes, encoding) });
    } catch {
      change(key, { refused: "unreadable" });
    }
  };
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const made = await importOf(file, into);
      setImports((all) => [...all, made]);
      if (!made.refused) void read(made, undefined);
    }
  };
  const send = async (item: DbcImport, draft: boolean) => {
    change(item.key, { state: "busy", error: undefined });
    try {
      const result = await sendImport(item, draft);
      change(item.key, { state: "done", result });
    } catch (problem) {
      change(item.key, { state: "open", error: troubleOf(problem).text });
    }
    // After success and failure: the names in use may have changed.
    await client.invalidateQueries({ queryKey: DBC_KEY });
  };
  const remove = (key: string) => setImports((all) => all.filter((one) => one.key !== key));
  return { imports, add, read, change, send, remove };
}

async function importOf(file: File, into: string | undefined): Promise<DbcImport> {
  const isTooLarge = file.size > MAX_DBC_UPLOAD_BYTES;
  const bytes = new Uint8Array(
    isTooLarge ? new ArrayBuffer(0) : await file.arrayBuffer().catch(() => new ArrayBuffer(0)),
  );
  const refused = !ENDING.test(file.name)
    ? "ending"
    : isTooLarge
      ? "tooLarge"
      : bytes.length === 0
        ? "empty"
        : undefined;
  counted += 1;
  return {
    key: String(counted),
    fileName: file.name,
    bytes,
    name: file.name.replace(ENDING, ""),
    encoding: undefined,
    preview: undefined,
    refused,
    into,
    state: "open",
    error: undefined,
    result: undefined,
  };
}

async function sendImport(item: DbcImport, draft: boolean): Promise<DbcFile> {
  const content = {
    content_base64: await base64Of(item.bytes),
    ...(item.preview && { encoding: item.preview.encoding }),
    remark: "",
    draft,
  };
  if (item.into) return (await api(addDbcRevision, { params: { dbc_id: item.into }, body: content })).data;
  return (
    await api(uploadDbc, {
      body: { file_name: `${item.name.trim()}${ENDING.exec(item.fileName)?.[0] ?? ""}`, ...content },
    })
  ).data;
}
