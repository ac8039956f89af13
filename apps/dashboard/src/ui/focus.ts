/** A ref for the field that a dialog or page is opened to fill in. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/**
 * What closes gives the focus back to its button, in a task of its own: whoever has gone on by
 * then stays where they are. For the `onCloseAutoFocus` of a popover.
 */
export function keepFocusElsewhere(event: Event): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.tabIndex >= 0) event.preventDefault()
}
