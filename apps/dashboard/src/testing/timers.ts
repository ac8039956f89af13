import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits until the timers that an action has started are over. */
export async function timersDone(): Promise<void> {
  let isOver = false
  setTimeout(() => (isOver = true), 100)
  await waitFor(() => expect(isOver).toBe(true), { interval: 5 })
}
