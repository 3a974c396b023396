// Fingers on the screen: the browser makes pointer events of type touch of them, and scrolls where the page lets it.
import type { Page } from "playwright-core";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One finger for each path, all down at once, moved together from point to point. */
export async function swipe(page: Page, ...paths: readonly (readonly Point[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", step?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: step === undefined ? [] : paths.flatMap((path, id) => (path[step] ? [{ ...path[step], id }] : [])),
    });
  const steps = Math.max(...paths.map(({ length }) => length));
  await send("touchStart", 0);
  for (let step = 1; step < steps; step++) await send("touchMove", step);
  await send("touchEnd");
  await session.detach();
}
