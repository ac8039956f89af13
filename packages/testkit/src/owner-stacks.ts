import * as react from 'react'

/** React's counter of the elements whose stack it kept in the last second. */
type Counter = { recentlyCreatedOwnerStacks: number }

/**
 * Keeps React from recording a stack for each element that is created, as it does by itself after
 * ten thousand of them in a second. Only React's warnings show these stacks.
 */
export function limitOwnerStacks(): void {
  const internals = Object.entries(react).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))
  const counter = internals?.[1] as Counter | undefined
  if (counter?.recentlyCreatedOwnerStacks === undefined) return
  Object.defineProperty(counter, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set() {},
    configurable: true,
  })
}
