const PICTURE = /<image\b[^>]*\bhref="(data:image\/png;base64,[A-Za-z0-9+/]+=*)"/;

/**
 * The pixels inside of the SVG of the captcha call, as an address: nothing of the answer becomes markup. They are ink
 * without a colour, and the page gives them its own, light or dark.
 */
export function readCaptchaSvg(svg: string): string | undefined {
  return PICTURE.exec(svg)?.[1];
}
