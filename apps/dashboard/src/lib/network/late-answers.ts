import type { Boot } from '@basalt/contract/boot'

/** The server leaves out of a page what its database did not answer in time. */
const state = { isLate: false }
/** Whatever is asked later than this is not what the page began with. */
const firstMs = 3000

/** Notes what was left out of the page. */
export function noteLate(boot: Boot | undefined): void {
  state.isLate = (boot?.late ?? []).some((route) => route.includes(' /platform/pg-meta/'))
  if (state.isLate) setTimeout(() => (state.isLate = false), firstMs)
}

/** Whether the page has just come without answers of its database. */
export const isFirstLate = (): boolean => state.isLate
