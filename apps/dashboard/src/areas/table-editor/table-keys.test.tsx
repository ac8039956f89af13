// @vitest-environment jsdom
import type { TableDetail } from '@basalt/contract/database/tables'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import type { Answers } from '../../testing/answers.ts'
import { database } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { hearPageKeys } from '../../testing/page-keys.ts'
import { column, plants as garden } from '../../testing/plants.ts'
import { plainColumn } from './table-panel/table-draft.ts'

const user = userEvent.setup({ delay: null })

hearPageKeys()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const plants: TableDetail = {
  ...garden,
  rls_enabled: true,
  row_estimate: 2,
  columns: [column('id', { is_primary_key: true }), column('name')],
}

const table = `${database}/tables/42`
const rows = [
  ['1', 'moss'],
  ['2', 'fern'],
]

async function open(search = '', answers: Answers = {}) {
  const app = openTable(plants, {
    rows,
    search,
    answers: {
      [`GET ${table}/rows/plan`]: { refusal: null, estimated_rows: 2, scan: null, index: null },
      ...answers,
    },
  })
  await screen.findByRole('gridcell', { name: 'moss' })
  // The keys are loaded when the page is idle.
  await waitFor(
    async () => {
      if (screen.queryByRole('dialog') === null) await user.keyboard('?')
      expect(screen.getByText('Clear filter')).toBeTruthy()
    },
    { timeout: 15_000, interval: 250 },
  )
  const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  const listed = help.getAllByRole('term').map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return { ...app, listed }
}

test('the help lists the keys of the table, of its rows and of changes', async () => {
  const { listed } = await open()
  expect(listed).toEqual(
    expect.arrayContaining([
      'First row',
      'Last row',
      'First column',
      'Last column',
      'Select row',
      'Select all loaded rows',
      'Select all rows',
      'Move to the first loaded row',
      'Insert row',
      'Add column',
      'Import data',
      'Filter',
      'Clear filter',
      'Clear sort',
      'Refresh',
      'Choose a schema',
    ]),
  )
})

test('keys open the filter, clear it and the order, and lead to the schemas', async () => {
  const { address } = await open('?filter=name.eq.moss&sort=name.desc')
  await user.keyboard('fc')
  await waitFor(() => expect(address()).not.toContain('filter='))
  expect(address()).toContain('sort=name.desc')
  await user.keyboard('sc')
  await waitFor(() => expect(address()).not.toContain('sort='))
  await user.keyboard('ss')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Schema' }))
  screen.getByRole('combobox', { name: 'Schema' }).blur()
  await user.keyboard('{Shift>}F{/Shift}')
  expect(await screen.findByRole('form', { name: 'Filter' })).toBeTruthy()
})

test('rows are selected and deselected from anywhere, also those that were never loaded', async () => {
  const { calls } = await open()
  await user.keyboard('{Control>}a{/Control}')
  expect(await screen.findByText('2 rows selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('2 rows selected')).toBeNull())
  await user.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
  expect(await screen.findByText('2 rows selected')).toBeTruthy()
  // Other parts of the page may ask for something else at the same time.
  expect(calls.map(({ query }) => query.get('limit'))).toContain('1000')
  await user.keyboard('{Control>}{Backspace}{/Control}')
  expect(await screen.findByText('Delete 2 rows from plants')).toBeTruthy()
})

test('a field keeps its own keys, and so does a dialog', async () => {
  await open()
  const field = screen.getByRole('searchbox', { name: 'Search tables' })
  await user.type(field, 'ir fc')
  await user.keyboard('{Control>}a{/Control}')
  expect(field).toHaveProperty('value', 'ir fc')
  expect(screen.queryByText('2 rows selected')).toBeNull()
  field.blur()
  await user.keyboard('?')
  await screen.findByRole('dialog')
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.queryByText('2 rows selected')).toBeNull()
})

test('arrow keys lead into the rows, from above and from below', async () => {
  await open()
  const activeRow = () => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    // oxlint-disable-next-line unicorn/prefer-query-selector -- the id holds what a selector cannot
    return document.getElementById(id)?.textContent
  }
  await user.keyboard('{ArrowUp}')
  expect(activeRow()).toBe('2')
  await user.keyboard('{Escape}')
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await user.keyboard('{ArrowDown}')
  expect(activeRow()).toBe('1')
})

test('a key adds a column to the table, and its name is typed immediately', async () => {
  const named = (name: string) => ({ ...plainColumn, name })
  const design = {
    schema: 'public',
    name: 'plants',
    comment: null,
    rls_enabled: true,
    is_realtime: false,
    primary_key: ['id'],
    foreign_keys: [],
    columns: [named('id'), named('name')],
  }
  await open('', {
    [`GET ${table}/design`]: { version: 'v1', design, size_bytes: 8192, row_estimate: 2 },
    [`GET ${database}/types`]: [],
    [`POST ${database}/table-changes/preview`]: { sql: '', locks: [], notices: [] },
  })
  await user.keyboard('ic')
  const panel = within(await screen.findByRole('dialog', { name: 'Edit plants' }))
  const names = panel.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of /u })
  expect(names.map(({ value }) => value)).toEqual(['id', 'name', ''])
  await waitFor(() => expect(document.activeElement).toBe(names[2]))
  await user.keyboard('height')
  expect(names[2]?.value).toBe('height')
})
