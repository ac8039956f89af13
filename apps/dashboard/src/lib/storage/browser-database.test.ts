// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { browserDatabases } from '../../testing/browser-databases.ts'
import { BrowserDatabase } from './browser-database.ts'

let browser = browserDatabases()

beforeEach(() => {
  browser = browserDatabases()
  vi.stubGlobal('indexedDB', browser.indexedDB)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const openThings = () => new BrowserDatabase({ name: 'things', version: 1, stores: ['all'] })

const listKeys = (database: BrowserDatabase) =>
  database.run('readonly', (stores) => stores('all').getAllKeys())

const put = (database: BrowserDatabase, key: string) =>
  database.run('readwrite', (stores) => stores('all').put('value', key))

test('a browser that refused at once is asked again with the next call', async () => {
  const database = openThings()
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Storage is blocked', 'SecurityError')
    },
  })
  await expect(listKeys(database)).rejects.toThrow('Storage is blocked')
  vi.stubGlobal('indexedDB', browser.indexedDB)
  expect(await listKeys(database)).toEqual([])
})

test('a private window that refuses to open is asked again with the next call', async () => {
  const database = openThings()
  browser.isRefused.now = true
  await expect(listKeys(database)).rejects.toThrow('It is refused')
  browser.isRefused.now = false
  expect(await listKeys(database)).toEqual([])
})

test('a transaction whose work throws leaves nothing', async () => {
  const database = openThings()
  const failing = database.run('readwrite', async (stores) => {
    await stores('all').put('value', 'one')
    throw new Error('Not after all')
  })
  await expect(failing).rejects.toThrow('Not after all')
  expect(await listKeys(database)).toEqual([])
})

test('a database that another tab deletes is closed at once and opened again', async () => {
  const database = openThings()
  await put(database, 'one')
  expect(await listKeys(database)).toEqual(['one'])
  browser.indexedDB.deleteDatabase('things')
  expect(await listKeys(database)).toEqual([])
  await put(database, 'two')
  expect(await listKeys(database)).toEqual(['two'])
})

test('two tabs write one after the other', async () => {
  const [mine, other] = [openThings(), openThings()]
  await Promise.all([put(mine, 'mine'), put(other, 'other')])
  expect(await listKeys(mine)).toEqual(['mine', 'other'])
})
