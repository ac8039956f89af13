// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { importState } from '../../../testing/imports.ts'
import { ImportReport } from './ImportReport.tsx'

afterEach(() => void vi.useRealTimers())

const reported = () => screen.queryByText(/another session may have locked these rows/u)

test('an import without progress names possible causes, until it continues', async () => {
  const client = new QueryClient()
  const report = (rows: number) => (
    <QueryClientProvider client={client}>
      <ImportReport
        job={{
          ref: 'r',
          fileName: 'a.csv',
          state: importState({ rows }),
          error: null,
          openOver: 0,
        }}
        over={0}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(report(4))
  await screen.findByRole('dialog')
  vi.useFakeTimers()
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  rerender(report(5))
  pass(4000)
  expect(reported()).toBeNull()
  pass(1500)
  expect(reported()).toBeTruthy()
  rerender(report(6))
  expect(reported()).toBeNull()
})
