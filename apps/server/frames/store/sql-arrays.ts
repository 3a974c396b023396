/** An array parameter as PostgreSQL writes it. Joined by hand: the driver's own way costs more than the statement. */
export const arrayOf = (values: readonly (number | string)[]): string => `{${values.join(",")}}`;
