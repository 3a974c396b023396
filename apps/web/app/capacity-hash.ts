/** NAV-16: over any page, the form that asks for more. */
export const REQUEST_HASH = "capacity-request";
