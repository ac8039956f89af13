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

test('an address is parsed without a failing render while its code is loading', async () => {
  // The code is loaded: awaiting it takes one microtask.
  expect(readView).toBeTruthy()
  const warned = vi.spyOn(console, 'error')
  const app = openTable(plants, { rows: [['1', 'moss']], search: '?filter=name.eq.moss' })
  await app.cellWith('moss')
  expect(warned.mock.calls).toEqual([])
})
