import type { Dbc } from "@canopy/can/dbc/model";
import { encodeDbcText, encodingThatHolds } from "@canopy/can/dbc/parse/encoding";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { writeDbc } from "@canopy/can/dbc/write/write";
import { addDbcRevision, type DbcFile, dbcContent, uploadDbc } from "@canopy/contract/signals/dbc-files";
import { downloadFile } from "../../frames/history/save-frames.ts";
import { api } from "../../platform/api.ts";

/** Through a data URL: browsers have no other conversion to base64 that takes megabytes. */
export async function base64Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes]));
  });
  return address.slice(address.indexOf(",") + 1);
}

/** The encoding of the next revision: that of the file, as long as it has every character of the changed content. */
export const encodingOfNext = (dbc: Dbc, file: DbcFile): DbcEncoding => encodingThatHolds(writeDbc(dbc), file.encoding);

interface Saved {
  dbc: Dbc;
  file: DbcFile;
  baseRevision: number;
  remark: string;
}

export async function saveRevision({ dbc, file, baseRevision, remark }: Saved): Promise<DbcFile> {
  const text = writeDbc(dbc);
  const encoding = encodingThatHolds(text, file.encoding);
  const body = {
    content_base64: await base64Of(new Uint8Array(encodeDbcText(text, encoding))),
    encoding,
    remark,
    base_revision: baseRevision,
    draft: file.state === "draft",
  };
  return (await api(addDbcRevision, { params: { dbc_id: file.dbc_id }, body })).data;
}

/** The signals of a file of another format as a DBC of its own. */
export async function saveAsDbc(dbc: Dbc, name: string): Promise<DbcFile> {
  const content_base64 = await base64Of(new Uint8Array(encodeDbcText(writeDbc(dbc), "utf-8")));
  const body = { file_name: `${name}.dbc`, content_base64, encoding: "utf-8", remark: "", draft: false } as const;
  return (await api(uploadDbc, { body })).data;
}

/** The exact bytes that were uploaded or saved. */
export async function exportRevision(dbcId: string, revision: number): Promise<void> {
  const { data } = await api(dbcContent, { params: { dbc_id: dbcId, revision } });
  const bytes = Uint8Array.from(atob(data.content_base64), (character) => character.charCodeAt(0));
  downloadFile(bytes, data.file_name, "application/octet-stream");
}
