/** An overlay in the address: the device and the shift in time. */
export interface OverlayChoice {
  readonly thingsId: string;
  readonly shiftUs: number;
}

const WORD = /^([0-9a-f-]{36})!(-?\d{1,16})$/i;

export function writeOverlay(choice: OverlayChoice | null): string | undefined {
  return choice ? `${choice.thingsId}!${Math.round(choice.shiftUs)}` : undefined;
}

export function readOverlay(text: string | undefined): OverlayChoice | null {
  const [, thingsId, shift] = WORD.exec(text ?? "") ?? [];
  return thingsId && shift ? { thingsId, shiftUs: Number(shift) } : null;
}
