import { int } from "./methods.ts";
import { MathContext } from "./number-methods.ts";
import { toDec } from "./numeric.ts";
import { Big, Float, Long, type Value } from "./values.ts";

/** Static fields of Java's classes. */
export const CONSTANTS: Readonly<Record<string, Value>> = {
  "Math.PI": Math.PI,
  "Math.E": Math.E,
  "Integer.MAX_VALUE": 2147483647n,
  "Integer.MIN_VALUE": -2147483648n,
  "Integer.SIZE": 32n,
  "Long.SIZE": 64n,
  "Long.MAX_VALUE": new Long(2n ** 63n - 1n),
  "Long.MIN_VALUE": new Long(-(2n ** 63n)),
  "Double.MAX_VALUE": Number.MAX_VALUE,
  "Double.MIN_VALUE": 5e-324,
  "Double.NaN": Number.NaN,
  "Double.POSITIVE_INFINITY": Number.POSITIVE_INFINITY,
  "Double.NEGATIVE_INFINITY": Number.NEGATIVE_INFINITY,
  "Float.MAX_VALUE": new Float(3.4028234663852886e38),
  "Short.MAX_VALUE": 32767n,
  "Short.MIN_VALUE": -32768n,
  "Byte.MAX_VALUE": 127n,
  "Byte.MIN_VALUE": -128n,
  "Boolean.TRUE": true,
  "Boolean.FALSE": false,
  "BigDecimal.ZERO": toDec(0n),
  "BigDecimal.ONE": toDec(1n),
  "BigDecimal.TEN": toDec(10n),
  "BigInteger.ZERO": new Big(0n),
  "BigInteger.ONE": new Big(1n),
  "BigInteger.TEN": new Big(10n),
  "Pattern.CASE_INSENSITIVE": 2n,
  "Pattern.MULTILINE": 8n,
  "Pattern.DOTALL": 32n,
  ...Object.fromEntries(
    ["UP", "DOWN", "CEILING", "FLOOR", "HALF_UP", "HALF_DOWN", "HALF_EVEN", "UNNECESSARY"].flatMap((mode, at) => [
      [`RoundingMode.${mode}`, mode],
      [`BigDecimal.ROUND_${mode}`, int(at)],
    ]),
  ),
  "MathContext.DECIMAL32": new MathContext(7, "HALF_EVEN"),
  "MathContext.DECIMAL64": new MathContext(16, "HALF_EVEN"),
  "MathContext.DECIMAL128": new MathContext(34, "HALF_EVEN"),
};
