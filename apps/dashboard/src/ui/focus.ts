/** A ref for the field that a dialog or page is opened to fill in. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
