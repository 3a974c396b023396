/** A device that the guide has made and waits for. */
export interface Awaited {
  thingsId: string;
  deviceId: string;
  name: string;
}
