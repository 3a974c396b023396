import { formatQuantity } from "../../platform/formats.ts";

const LEAST_PERCENT = 0.001;

/** A share with one digit, a small one with two figures; one that is there is never written as none. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < LEAST_PERCENT) return `<${formatQuantity(LEAST_PERCENT, "%", { digits: 3 })}`;
  const digits = percent > 0 && percent < 0.0995 ? Math.min(3, 1 - Math.floor(Math.log10(percent))) : 1;
  return formatQuantity(percent, "%", { digits });
}
