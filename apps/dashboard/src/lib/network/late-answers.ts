import type { Boot } from '@basalt/contract/boot'

/** The server leaves out answers that its database did not give in time. */
const state = { isLate: false }
/** Later requests are not those of the initial page. */
const firstMs = 3000

/** Records which answers were left out of the page. */
export function noteLate(boot: Boot | undefined): void {
  state.isLate = (boot?.late ?? []).some((route) => route.includes(' /platform/pg-meta/'))
  if (state.isLate) setTimeout(() => (state.isLate = false), firstMs)
}

/** Whether the page was just loaded without answers of its database. */
export const isFirstLate = (): boolean => state.isLate
