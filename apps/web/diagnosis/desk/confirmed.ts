import type { Thing } from "@canopy/contract/devices/thing";
import type { DiagnosisSession } from "@canopy/contract/diagnosis/sessions";

interface Tested {
  readonly device: Pick<Thing, "id">;
  readonly session: Pick<DiagnosisSession, "id"> | null;
}

/** UDS-01: services that change the vehicle and that a person has confirmed: for one vehicle, in one session. */
export class ConfirmedServices {
  private readonly keys = new Set<string>();

  has(tested: Tested, request: string): boolean {
    const key = keyOf(tested, request);
    return key !== undefined && this.keys.has(key);
  }

  add(tested: Tested, request: string): void {
    const key = keyOf(tested, request);
    if (key !== undefined) this.keys.add(key);
  }
}

/** Undefined: the session begins with the request, and what is confirmed outside of one holds once. */
function keyOf({ device, session }: Tested, request: string): string | undefined {
  return session === null ? undefined : `${device.id}/${session.id}/${request.slice(0, 2)}`;
}
