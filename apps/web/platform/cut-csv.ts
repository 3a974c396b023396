/** Whether an export has as many rows below its head as one takes: others are left out. */
export function isCut(csv: string, most: number): boolean {
  return csv.trimEnd().split("\r\n").length > most;
}
