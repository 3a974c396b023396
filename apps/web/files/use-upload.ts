import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { troubleOf } from "../platform/error-texts.ts";
import { translate } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import { uploadFile } from "./upload-file.ts";
import "./texts.ts";

/** Uploads files one after the other; leaving the page ends it, and the same file goes on later. */
export function useUpload(thingsId: string) {
  const client = useQueryClient();
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (files: readonly File[]) => {
    const aborter = new AbortController();
    running.current = aborter;
    for (const file of files) {
      setShare(0);
      try {
        const state = await uploadFile(thingsId, file, { signal: aborter.signal, onProgress: setShare });
        const text = translate(state === "repeated" ? "files.list.uploadedAgain" : "files.list.uploaded", {
          name: file.name,
        });
        addNote({ tone: "done", text });
      } catch (error) {
        if (aborter.signal.aborted) return;
        addNote({ tone: "urgent", text: `${file.name}: ${troubleOf(error).text}` });
      }
      await client.invalidateQueries({ queryKey: ["files"] });
    }
    setShare(undefined);
  };
  return { share, isPending: share !== undefined, start: (files: readonly File[]) => void start(files) };
}
