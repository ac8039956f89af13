// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { toastStore } from '../../../lib/browser/toast.ts'
import { reportedWhenSlow } from './slow-save.ts'

beforeEach(() => {
  vi.useFakeTimers()
  for (const { id } of toastStore.get()) toastStore.dismiss(id)
})
afterEach(() => vi.useRealTimers())

const reported = () => toastStore.get().map(({ message }) => message)

test('a slow save is reported once, and continues', async () => {
  const saving = reportedWhenSlow(
    new Promise<string>((resolve) => {
      setTimeout(() => resolve('saved'), 9000)
    }),
  )
  await vi.advanceTimersByTimeAsync(2900)
  expect(reported()).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(reported()).toEqual([expect.stringContaining('takes longer than usual')])
  await vi.advanceTimersByTimeAsync(6000)
  expect(await saving).toBe('saved')
})

test('a fast answer or failure is not reported as slow', async () => {
  await reportedWhenSlow(Promise.resolve())
  await expect(reportedWhenSlow(Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reported()).toEqual([])
})
