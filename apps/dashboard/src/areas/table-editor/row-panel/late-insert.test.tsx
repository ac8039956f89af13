// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { notifyTablesInvalidated } from '../../../product/table-invalidation.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

const user = userEvent.setup({ delay: null })
const changes = `POST ${database}/changes`
const rows = [
  ['2', 'fern', '1.00'],
  ['3', 'ivy', '2.00'],
]

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The others are before the new row, whose key is 4. */
function readRows(query: URLSearchParams) {
  const isAtNew = query.has('from') || query.has('cursor')
  if (!isAtNew || query.get('direction') === 'backward') return { rows, has_more: false }
  return { rows: query.has('from') ? [['4', 'heather', '3.00']] : [], has_more: false }
}

/** A table whose new row was sent; `answer` stores it. */
async function whileInserting() {
  let answer: (value: object) => void = () => {}
  const pending = new Promise<object>((resolve) => (answer = resolve))
  const app = openTable(plants, {
    rows,
    answers: {
      [`GET ${database}/tables/42/rows`]: (_: unknown, query: URLSearchParams) => readRows(query),
      [changes]: (body: unknown) => {
        const [operation] = (body as { operations: { op: string }[] }).operations
        return operation?.op === 'insert' ? pending : saved({ row: ['3', 'bracken', '2.00'] })
      },
    },
  })
  await app.cellWith('ivy')
  await user.click(await screen.findByRole('button', { name: 'Insert row' }))
  const panel = within(await screen.findByRole('complementary', { name: 'New row of plants' }))
  await user.type(await panel.findByRole('textbox', { name: 'name' }), 'heather')
  await user.click(panel.getByRole('button', { name: 'Insert row' }))
  const sent = () => app.calls.filter(({ route }) => route === changes)
  await waitFor(() => expect(sent()).toHaveLength(1))
  return {
    app,
    finish: async () => {
      answer(saved({ row: ['4', 'heather', null] }))
      await screen.findByText('Row inserted into plants')
      await waitFor(() =>
        expect(screen.queryByRole('complementary', { name: 'New row of plants' })).toBeNull(),
      )
    },
    nextSent: async () => {
      await waitFor(() => expect(sent()).toHaveLength(2))
      return sent()[1]?.body
    },
  }
}

test('an inserted row does not interrupt the edit of a cell', async () => {
  const { app, finish, nextSent } = await whileInserting()
  await user.dblClick(await app.cellWith('ivy'))
  const editor = await screen.findByRole('textbox', { name: /^name, / })
  await user.keyboard('bra')
  await finish()
  expect(document.activeElement).toBe(editor)
  await user.keyboard('cken{Enter}')
  expect(await nextSent()).toMatchObject({
    operations: [{ op: 'update', key: ['3'], values: { name: 'bracken' } }],
  })
})

test('an inserted row does not move the active cell that was chosen since', async () => {
  const { app, finish, nextSent } = await whileInserting()
  await user.click(await app.cellWith('ivy'))
  await finish()
  await user.keyboard('{Delete}')
  expect(await nextSent()).toMatchObject({
    operations: [{ op: 'update', key: ['3'], values: { name: null } }],
  })
})

test('an inserted row is the active one when nothing else was chosen', async () => {
  const { app, finish } = await whileInserting()
  await finish()
  const grid = screen.getByRole('grid')
  expect(document.activeElement).toBe(grid)
  const inserted = await app.cellWith('4')
  await waitFor(() => expect(grid.getAttribute('aria-activedescendant')).toBe(inserted.id))
})

test('rows around an inserted row are read again without ending an edit', async () => {
  const { app, finish, nextSent } = await whileInserting()
  await finish()
  await user.dblClick(await app.cellWith('heather'))
  const editor = await screen.findByRole('textbox', { name: /^name, / })
  await user.keyboard('{Control>}a{/Control}bra')
  act(() => notifyTablesInvalidated())
  await app.cellWith('3.00')
  expect(document.activeElement).toBe(editor)
  await user.keyboard('cken{Enter}')
  expect(await nextSent()).toMatchObject({
    operations: [{ op: 'update', key: ['4'], values: { name: 'bracken' } }],
  })
})
