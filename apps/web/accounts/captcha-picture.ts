/** A captcha as shapes we draw ourselves, in our own colours: nothing of the answer becomes markup. */
export interface CaptchaPicture {
  readonly viewBox: string;
  readonly paths: readonly { readonly d: string; readonly isLine: boolean }[];
}

const PATH = /<path\b([^>]*)>/g;

/** Reads the SVG of the captcha call: letters are filled paths, noise is stroked ones. */
export function readCaptchaSvg(svg: string): CaptchaPicture {
  const viewBox = attribute(svg.match(/<svg\b([^>]*)>/)?.[1] ?? "", "viewBox") ?? "0 0 150 50";
  const paths = [...svg.matchAll(PATH)].flatMap(([, attributes = ""]) => {
    const d = attribute(attributes, "d");
    return d ? [{ d, isLine: attribute(attributes, "fill") === "none" }] : [];
  });
  return { viewBox: viewBox.replaceAll(",", " "), paths };
}

function attribute(attributes: string, name: string): string | undefined {
  return attributes.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1];
}
