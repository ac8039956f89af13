// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'
import { readView } from './view-address.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an address whose reader comes while it is waited for is read without a render that fails', async () => {
  // The code is here: to wait for it takes no longer than a moment.
  expect(readView).toBeTruthy()
  const warned = vi.spyOn(console, 'error')
  const app = openTable(plants, { rows: [['1', 'moss']], search: '?filter=name.eq.moss' })
  await app.cellWith('moss')
  expect(warned.mock.calls).toEqual([])
})
