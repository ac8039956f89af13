/** Scrolls as little as it takes: what is wrong is said where one looks. */
export const intoView = (element: Element | null): void =>
  element?.scrollIntoView({ block: 'nearest' })
