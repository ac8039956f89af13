// @vitest-environment jsdom
import { ApiError, type ErrorKind } from '@basalt/contract/errors'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { shop } from '../../testing/answers.ts'
import { openPart } from '../../testing/open-part.tsx'
import { TableFailure } from './empty-notices.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = async (kind: ErrorKind) => {
  const error = new ApiError(kind, 'No')
  openPart(() => <TableFailure projectRef={shop.ref} error={error} onRetry={() => undefined} />)
  await screen.findByText('The table could not be opened')
  return screen.queryByText(/^Retrying every 2 seconds/u)?.textContent
}

test.each([
  ['network', 'server'],
  ['database_unreachable', 'database'],
] as const)('a table that is temporarily unavailable is retried: %s', async (kind, who) => {
  expect(await show(kind)).toBe(
    `Retrying every 2 seconds. The table opens as soon as the ${who} responds.`,
  )
})

test('a table that failed for another reason is not retried', async () => {
  expect(await show('internal')).toBeUndefined()
})
