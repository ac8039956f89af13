/** A ref for the field that a dialog or page is opened to fill in. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/**
 * A closing popover restores the focus to its button in a later task: a focus that has moved on by
 * then is kept. For `onCloseAutoFocus`.
 */
export function keepFocusElsewhere(event: Event): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.tabIndex >= 0) event.preventDefault()
}
