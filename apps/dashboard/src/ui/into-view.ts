/** Scrolls as little as necessary to make an error visible. */
export const intoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' })
