/** A long filter scrolls: what is wrong is said where one looks. */
export const intoView = (element: HTMLElement | null): void =>
  element?.scrollIntoView?.({ block: 'nearest' })
