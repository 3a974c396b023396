import { createKept } from "../../platform/kept.ts";

/** What WebGL runs on in this browser. In software a map takes seconds for what a canvas draws at once. */
export type WebglKind = "hardware" | "software" | "none";

/** Software that draws WebGL: of Chromium, of Mesa (Linux), of Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let known: WebglKind | undefined;

export function webglKind(): WebglKind {
  known ??= readWebglKind();
  return known;
}

function readWebglKind(): WebglKind {
  const webgl = document.createElement("canvas").getContext("webgl2");
  if (webgl === null) return "none";
  const named = webgl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(webgl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : webgl.RENDERER));
  // A page may hold few contexts, and this one is not needed any more.
  webgl.getExtension("WEBGL_lose_context")?.loseContext();
  return isSoftware(renderer) ? "software" : "hardware";
}

export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** Whether WebGL is wanted in software too: the user's choice in this browser. */
export const softwareWebgl = createKept({
  key: "canopy.map.softwareWebgl",
  read: (text) => text === "on",
  write: (isOn: boolean) => (isOn ? "on" : "off"),
});
