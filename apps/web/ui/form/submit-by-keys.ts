/** Ctrl-Enter submits the form around the focus, also from a field in which Enter begins a line. */
export function submitByKeys(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented) return;
  const form = formOf(target);
  if (!form) return;
  event.preventDefault();
  if (event.repeat) return;
  // By its button, which says no while the form is busy or the call is denied.
  const button = [...form.elements].findLast(isSubmit);
  if (button) button.click();
  else form.requestSubmit();
}

const isSubmit = (element: Element): element is HTMLButtonElement =>
  element instanceof HTMLButtonElement && element.type === "submit";

/** The button at the foot of a dialog stands outside its form. */
function formOf(target: EventTarget | null): HTMLFormElement | null {
  if (target instanceof HTMLButtonElement) return target.form;
  return target instanceof Element ? target.closest("form") : null;
}
