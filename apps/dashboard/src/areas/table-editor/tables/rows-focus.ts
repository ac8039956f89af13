let isRequested = false

/** The rows that are shown next take the focus, unless it is elsewhere by then. */
export const giveToRows = (): void => {
  isRequested = true
}

/** A ref of a view of rows: when it unmounts with the focus in it, the next one takes the focus. */
export const keepFocus = (view: HTMLElement) => () => {
  const page = view.parentElement
  isRequested ||= view.contains(document.activeElement)
  queueMicrotask(() => (isRequested &&= page?.isConnected === true))
}

/** The page, or its content, has the focus when no element was focused. */
export function takeFocus(rows: { focus: () => void } | null): void {
  if (isRequested && (document.activeElement as HTMLElement).tabIndex < 0) rows?.focus()
  isRequested = false
}
