import { waitFor } from '@basalt/testkit'
import { expect, test } from 'vitest'

import { every } from './timers.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('a job that takes longer than its interval never runs twice at once', async () => {
  let [running, most, runs] = [0, 0, 0]
  const stop = every(
    1,
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 10))
      running -= 1
      runs += 1
    },
    silent,
  )
  await waitFor(() => runs >= 3, { what: 'Three runs' })
  await stop()
  expect(most).toBe(1)
})

test('a job that fails is noted and runs again', async () => {
  const noted: unknown[] = []
  let runs = 0
  const stop = every(
    1,
    async () => {
      runs += 1
      throw new Error('no luck')
    },
    { ...silent, error: (detail) => noted.push(detail) },
  )
  await waitFor(() => runs >= 2, { what: 'A second run' })
  await stop()
  expect(noted).toContainEqual({ err: new Error('no luck') })
})

test('stopping waits for the run that is under way and starts no other', async () => {
  let [started, ended] = [0, 0]
  const stop = every(
    1,
    async () => {
      started += 1
      await new Promise((resolve) => setTimeout(resolve, 20))
      ended += 1
    },
    silent,
  )
  await waitFor(() => started === 1, { what: 'The first run', everyMs: 1 })
  await stop()
  expect([started, ended]).toEqual([1, 1])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(started).toBe(1)
})
