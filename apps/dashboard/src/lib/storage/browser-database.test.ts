// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { browserDatabases } from '../../testing/browser-databases.ts'
import { getAnswer, BrowserDatabase } from './browser-database.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a browser that refused at first is asked again with the next call', async () => {
  const database = new BrowserDatabase({ name: 'things', version: 1, stores: ['all'] })
  const count = () =>
    database.run('readonly', async (stores) => (await getAnswer(stores('all').getAllKeys())).length)
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Storage is blocked', 'SecurityError')
    },
  })
  await expect(count()).rejects.toThrow('Storage is blocked')
  vi.stubGlobal('indexedDB', browserDatabases().indexedDB)
  expect(await count()).toBe(0)
})
