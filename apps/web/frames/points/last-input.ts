/** So long after a key, a wheel or a drag the scrolling is still the person's. */
const INPUT_MS = 1000;

/** Whether a person has just moved something here: a table that changes its height scrolls by itself too. */
export class LastInput {
  private atMs = Number.NEGATIVE_INFINITY;

  constructor(node: HTMLElement) {
    const touched = () => {
      this.atMs = performance.now();
    };
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"] as const) {
      node.addEventListener(name, touched, { passive: true });
    }
  }

  get isRecent(): boolean {
    return performance.now() - this.atMs <= INPUT_MS;
  }
}
