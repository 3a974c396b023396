import { formatQuantity } from "../../platform/formats.ts";

const LEAST_PERCENT = 0.1;

/** A share with one digit; one that is there is never written as none. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < LEAST_PERCENT) return `<${formatQuantity(LEAST_PERCENT, "%", { digits: 1 })}`;
  return formatQuantity(percent, "%", { digits: 1 });
}
