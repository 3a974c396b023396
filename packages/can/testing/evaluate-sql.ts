/** Evaluates the few ClickHouse functions that `dbc/sql` writes, with ClickHouse's types: a store without a store. */

type Value = { type: "UInt64" | "Int64" | "Float64" | "String"; value: bigint | number | Uint8Array };

export function evaluateSql(expression: string, row: { d8: bigint; ext: Uint8Array }): bigint | number {
  const tokens = expression.match(/[A-Za-z_]\w*|-?\d[\d.]*(?:e[+-]?\d+)?|[(),*+]/g) ?? [];
  let at = 0;
  const next = () => tokens[at++] ?? "";

  function sum(): Value {
    let left = product();
    while (tokens[at] === "+") {
      at++;
      left = float(Number(left.value) + Number(product().value));
    }
    return left;
  }

  function product(): Value {
    let left = term();
    while (tokens[at] === "*") {
      at++;
      left = float(Number(left.value) * Number(term().value));
    }
    return left;
  }

  function term(): Value {
    const token = next();
    if (token === "d8") return { type: "UInt64", value: row.d8 };
    if (token === "ext") return { type: "String", value: row.ext };
    if (/^-?\d/.test(token)) return number(token);
    next();
    const parameters = [sum()];
    while (next() === ",") parameters.push(sum());
    return call(token, parameters);
  }

  const { value } = sum();
  if (value instanceof Uint8Array || at !== tokens.length) throw new Error(expression);
  return value;
}

function float(value: number): Value {
  return { type: "Float64", value };
}

function number(token: string): Value {
  return /^\d+$/.test(token) ? { type: "UInt64", value: BigInt(token) } : float(Number(token));
}

const view = new DataView(new ArrayBuffer(8));

function call(name: string, parameters: readonly Value[]): Value {
  const [first, second, third] = parameters.map((parameter) => parameter.value);
  const type = parameters[0]?.type ?? "UInt64";
  const bits = () => BigInt.asUintN(64, first as bigint);
  switch (name) {
    case "bitShiftRight":
      return { type, value: (first as bigint) >> (second as bigint) };
    case "bitShiftLeft":
      return { type, value: BigInt.asUintN(64, bits() << (second as bigint)) };
    case "bitAnd":
      return { type, value: (first as bigint) & (second as bigint) };
    case "bitOr":
      return { type, value: (first as bigint) | (second as bigint) };
    case "toUInt64":
    case "toUInt32":
      return { type: "UInt64", value: BigInt(first as bigint) };
    case "toFloat64":
      return float(Number(first));
    case "reinterpretAsInt64":
      return { type: "Int64", value: BigInt.asIntN(64, first as bigint) };
    case "reinterpretAsFloat32":
      view.setUint32(0, Number(first));
      return float(view.getFloat32(0));
    case "reinterpretAsFloat64":
      view.setBigUint64(0, bits());
      return float(view.getFloat64(0));
    case "byteSwap":
      view.setBigUint64(0, bits());
      return { type, value: view.getBigUint64(0, true) };
    case "substring": {
      const start = Number(second) - 1;
      return { type: "String", value: (first as Uint8Array).subarray(start, start + Number(third)) };
    }
    case "reinterpretAsUInt64": {
      const bytes = new Uint8Array(8);
      bytes.set(first as Uint8Array);
      return { type: "UInt64", value: new DataView(bytes.buffer).getBigUint64(0, true) };
    }
    default:
      throw new Error(name);
  }
}
