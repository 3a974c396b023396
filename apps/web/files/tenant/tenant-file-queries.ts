import {
  beginTenantFile,
  deleteTenantFile,
  listTenantFiles,
  type TenantFile,
} from "@canopy/contract/files/tenant-files";
import { fileDownloadUrl } from "@canopy/contract/files/things-files";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { addNote } from "../../ui/float/notes.ts";
import { newFileOf, sendPieces } from "../upload-file.ts";

const KEY = ["tenantFiles"] as const;
const SHOWN = 25;

export interface NewTenantFile {
  readonly file: File;
  readonly type: string;
  readonly isPub: boolean;
}

/** FIL-05 */
export function useTenantFiles(tenant_id: string) {
  const client = useQueryClient();
  const params = { tenant_id };
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const list = useQuery({
    queryKey: [...KEY, tenant_id],
    queryFn: async ({ signal }) =>
      (await api(listTenantFiles, { params, query: { page_size: SHOWN } }, { signal })).list,
  });
  const upload = useMutation({
    mutationFn: async ({ file, type, isPub }: NewTenantFile) => {
      const { data } = await api(beginTenantFile, { params, body: { ...newFileOf(file), type, isPub } });
      await sendPieces(data, file, { signal: new AbortController().signal, onProgress: () => undefined });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ name, type, isPub }: TenantFile) => api(deleteTenantFile, { params, query: { name, type, isPub } }),
    onSettled,
  });
  const download = useMutation({
    mutationFn: async ({ id }: TenantFile) => {
      const link = document.createElement("a");
      link.href = (await api(fileDownloadUrl, { params: { tenantId: tenant_id, id } })).data;
      link.download = "";
      link.click();
    },
    onError,
  });
  return { list, upload, remove, download };
}
