// @vitest-environment jsdom
import type { SchemaDiagram } from '@basalt/contract/database/schema-diagram'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { toastStore } from '../../lib/browser/toast.ts'
import { ExportMenu } from './ExportMenu.tsx'

const columns = [
  { name: 'id', data_type: 'integer', is_nullable: false, is_key: true, is_unique: false },
]
const diagram: SchemaDiagram = {
  tables: [{ id: 1, schema: 'shop', name: 'orders', comment: null, rls: 'on', columns }],
  edges: [],
}

let saved: { name: string; file: Blob }[] = []
let blob = new Blob()

beforeEach(() => {
  saved = []
  vi.stubGlobal('URL', URL)
  URL.createObjectURL = (made) => {
    blob = made as Blob
    return 'blob:made'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, file: blob })
  })
})
afterEach(() => {
  cleanup()
  for (const { id } of toastStore.get()) toastStore.dismiss(id)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function start(format: string) {
  render(<ExportMenu diagram={diagram} places={new Map()} at={{ ref: 'abc', schema: 'shop' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: format }))
}

const lastMessage = () => toastStore.get().at(-1)?.message

test('an exported diagram is saved under the name of its schema', async () => {
  await start('DBML')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('shop.dbml')
  expect(saved[0]?.file.size).toBeGreaterThan('Table "shop"."orders"'.length)
  expect(lastMessage()).toBe('Exported shop as DBML: 1 table.')
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
})

test('a cancelled export says so and saves nothing', async () => {
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  )
  await start('SQL')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(lastMessage()).toBe('The export was cancelled. No file was saved.'))
  expect(saved).toEqual([])
})

test('a failed export says why, and saves nothing', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ message: 'This schema does not exist' }), { status: 404 }),
    ),
  )
  await start('SQL')
  await waitFor(() =>
    expect(lastMessage()).toBe('shop as SQL was not exported: This schema does not exist'),
  )
  expect(saved).toEqual([])
})
