import type { Me } from "../../accounts/me.ts";
import { DroppedLog } from "./DroppedLog.tsx";
import { Tour } from "./Tour.tsx";
import "./texts.ts";

/** What belongs to every page and is loaded after it. */
export function Beside({ me, path }: { me: Me; path: string }) {
  return (
    <>
      <DroppedLog />
      <Tour tenant={me.tenant.name} path={path} />
    </>
  );
}
