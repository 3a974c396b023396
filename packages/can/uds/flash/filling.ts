/** ECUs keep numbers and versions in fields of fixed length: filled up with zeros, blanks or erased memory. */
const FILLING: readonly number[] = [0x00, 0x20, 0xff];

const isFilling = (byte: number) => FILLING.includes(byte);

/** The bytes before the filling. */
export function withoutFilling(data: Uint8Array): Uint8Array {
  const last = data.findLastIndex((byte) => !isFilling(byte));
  return data.subarray(0, last + 1);
}

/** Whether an ECU's answer is the wanted bytes, with nothing behind them but filling. */
export function equalsFilled(data: Uint8Array, wanted: Uint8Array): boolean {
  return wanted.every((byte, i) => byte === data[i]) && data.subarray(wanted.length).every(isFilling);
}
