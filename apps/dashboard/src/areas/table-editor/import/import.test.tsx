// @vitest-environment jsdom
import type { ImportState } from '@basalt/contract/database/imports'
import type { TableDetail } from '@basalt/contract/database/tables'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { column, plants } from '../../../testing/plants.ts'
import { ImportLocation } from '../ImportLocation.tsx'
import { RowsReadOnly } from '../tables/rows-denied.ts'
import { removeJob } from './import-job.ts'
import { closeImport } from './import-request.ts'
import { ImportButton } from './ImportButton.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  act(() => {
    closeImport()
    removeJob()
  })
  cleanup()
  vi.unstubAllGlobals()
})

const state = (more: Partial<ImportState> = {}): ImportState => ({
  id: 'i1',
  table: { id: 42, schema: 'public', name: 'plants' },
  status: 'waiting',
  bytes: 0,
  size_bytes: null,
  rows: 0,
  inserted: 0,
  updated: 0,
  rejected: 0,
  reasons: [],
  all_or_nothing: false,
  columns: [],
  error: null,
  decide_by: null,
  history_id: null,
  ...more,
})

const begins = `POST ${database}/tables/42/imports`
const beginsNew = `POST ${database}/imports`
const sends = `POST ${database}/imports/i1/file`
const ended = state({ status: 'done', rows: 2, inserted: 2, history_id: null })

type Options = {
  table?: TableDetail
  answers?: Answers
  without?: string
  around?: (button: ReactNode) => ReactNode
}

function open({ table = plants, answers = {}, around, ...options }: Options = {}) {
  const onDone = vi.fn<() => void>()
  const button = <ImportButton table={table} onDone={onDone} />
  const app = openPart(
    () => (
      <>
        <textarea aria-label="A field of the page" />
        {around?.(button) ?? button}
        <ImportLocation projectRef={shop.ref} tableId={table.id} />
      </>
    ),
    {
      ...options,
      answers: {
        [`GET ${database}/imports`]: [],
        [`GET ${database}/tables/42`]: table,
        [`GET ${database}/imports/i1`]: state({ status: 'reading' }),
        [begins]: state(),
        [beginsNew]: { ...state(), statements: [] },
        [sends]: ended,
        ...answers,
      },
    },
  )
  return { ...app, onDone }
}

const getFile = (text: string, name = 'plants.csv') => new File([text], name, { type: 'text/csv' })
const csv = 'ID;Name;Colour\n7;heather;red\n8;;blue\n'

const panel = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** The panel for the table, with a file in it that was read. */
async function openPanel(text = csv) {
  await user.click(await screen.findByRole('button', { name: 'Import data' }))
  const shown = await panel('Import into plants')
  await user.upload(shown.getByLabelText(/^Drop a CSV/u), getFile(text))
  await shown.findByRole('region', { name: 'Preview' })
  return shown
}

const getValue = (shown: ReturnType<typeof within>, label: string) =>
  (shown.getByLabelText(label) as HTMLInputElement | HTMLSelectElement).value

const getKey = (shown: ReturnType<typeof within>) =>
  (shown.getByLabelText('Primary key') as HTMLSelectElement).selectedOptions[0]?.textContent

describe('a file for a table', () => {
  test('is parsed, mapped by the names of its columns, and imported as shown', async () => {
    const { listBodies, onDone } = open()
    const shown = await openPanel()
    expect(shown.getByText('2 rows, 3 columns, 37 bytes.')).toBeTruthy()
    expect(getValue(shown, 'Format')).toBe(';')
    expect(getValue(shown, 'Column for ID')).toBe('id')
    expect(getValue(shown, 'Column for Name')).toBe('name')
    expect(getValue(shown, 'Column for Colour')).toBe('')
    await user.selectOptions(shown.getByLabelText('Column for Colour'), 'price')
    await user.selectOptions(shown.getByLabelText('Empty cells of Name'), 'Empty string')
    await user.selectOptions(
      shown.getByLabelText('When a key already exists'),
      'Update the existing row',
    )
    await user.click(shown.getByRole('checkbox', { name: 'All or nothing' }))
    await user.click(shown.getByRole('button', { name: 'Import 2 rows' }))
    expect(await screen.findByText('2 rows imported into plants')).toBeTruthy()
    expect(screen.queryByText(/^An import is already running/u)).toBeNull()
    expect(onDone).toHaveBeenCalled()
    expect(listBodies(begins)).toEqual([
      {
        source: {
          kind: 'delimited',
          encoding: 'utf-8',
          delimiter: ';',
          quote: '"',
          names_line: 1,
          width: 3,
        },
        columns: [
          { source: 0, name: 'id', empty: 'null' },
          { source: 1, name: 'name', empty: 'text' },
          { source: 2, name: 'price', empty: 'null' },
        ],
        all_or_nothing: true,
        expected_rows: 2,
        on_conflict: 'update',
      },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows a preview of its first rows, with NULL', async () => {
    open()
    const shown = await openPanel('id,name\n1,\n2,""\n')
    const rows = within(shown.getByRole('region', { name: 'Rows of the preview' }))
    expect(rows.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '1',
      'NULL',
      '2',
      '',
    ])
  })

  test('is parsed again when its dialect is changed', async () => {
    open()
    const shown = await openPanel('7;heather,red\n')
    expect(getValue(shown, 'Header row')).toBe('')
    await user.selectOptions(shown.getByLabelText('Format'), 'Comma separated')
    expect(await shown.findByRole('rowheader', { name: /7;heather/u })).toBeTruthy()
    await user.type(shown.getByLabelText('Header row'), '1')
    expect(await shown.findByLabelText('Column for 7;heather')).toBeTruthy()
    expect(shown.getByRole('button', { name: 'Import 0 rows' })).toBeTruthy()
  })

  test('with two columns for one target is not sent, with the reason', async () => {
    const { listBodies } = open()
    const shown = await openPanel()
    await user.selectOptions(shown.getByLabelText('Column for Colour'), 'name')
    const button = shown.getByRole('button', { name: 'Import 2 rows' })
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'Two columns are mapped to “name”',
    )
    await user.click(button)
    expect(listBodies(begins)).toEqual([])
  })

  test('in another encoding reports that, and is parsed in the chosen one', async () => {
    open()
    await user.click(await screen.findByRole('button', { name: 'Import data' }))
    const shown = await panel('Import into plants')
    const bytes = Uint8Array.from('name\nmøss\n', (sign) => sign.charCodeAt(0))
    const latin = new File([bytes], 'plants.csv')
    await user.upload(shown.getByLabelText(/^Drop a CSV/u), latin)
    await shown.findByText('møss', { selector: 'td' })
    await user.selectOptions(shown.getByLabelText('Encoding'), 'UTF-8')
    expect(
      await shown.findByText('The file has a different encoding. Choose it above.'),
    ).toBeTruthy()
    expect(shown.queryByRole('region', { name: 'Preview' })).toBeNull()
  })

  test('that the server refuses keeps its settings', async () => {
    open({ answers: { [begins]: refusal(422, { kind: 'sql_error', message: 'No such column' }) } })
    const shown = await openPanel()
    await user.selectOptions(shown.getByLabelText('Column for Colour'), 'price')
    await user.click(shown.getByRole('button', { name: 'Import 2 rows' }))
    expect(await shown.findByText('No such column')).toBeTruthy()
    expect(getValue(shown, 'Column for Colour')).toBe('price')
  })

  test('that is dropped on the open panel replaces the former one', async () => {
    open()
    const shown = await openPanel()
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [getFile('id,name\n1,x\n', 'other.csv')] },
    })
    expect(await shown.findByText('1 row, 2 columns, 12 bytes.')).toBeTruthy()
    expect(shown.getByText('other.csv')).toBeTruthy()
    expect(shown.queryByText('plants.csv')).toBeNull()
  })

  test('has no option for keys when the table has none', async () => {
    open({ table: { ...plants, key: ['ctid'], columns: [column('name')] } })
    const shown = await openPanel()
    expect(shown.queryByLabelText('When a key already exists')).toBeNull()
  })
})

describe('a file for a new table', () => {
  test('creates it with the displayed types, key and row level security', async () => {
    const { listBodies, address } = open({
      answers: { [sends]: { ...ended, table: { id: 77, schema: 'public', name: 'herbs' } } },
    })
    const shown = await openPanel('id,height,planted\n1,1.5,2024-02-29\n2,,2024-03-01\n')
    await user.click(shown.getByRole('radio', { name: 'Into a new table' }))
    const fresh = await panel('Import a new table')
    expect(getValue(fresh, 'Table name')).toBe('plants')
    expect(getKey(fresh)).toBe('id')
    expect(getValue(fresh, 'Type of planted')).toBe('date')
    await user.clear(fresh.getByLabelText('Table name'))
    await user.type(fresh.getByLabelText('Table name'), 'herbs')
    await user.clear(fresh.getByLabelText('Name of id'))
    await user.type(fresh.getByLabelText('Name of id'), 'nr')
    expect(getKey(fresh)).toBe('nr')
    await user.click(fresh.getByRole('checkbox', { name: 'Row level security' }))
    await user.click(fresh.getByRole('button', { name: 'Import 2 rows' }))
    await waitFor(() => expect(listBodies(beginsNew)).toHaveLength(1))
    expect(listBodies(beginsNew)).toMatchObject([
      {
        table: {
          schema: 'public',
          name: 'herbs',
          columns: [
            { name: 'nr', data_type: 'integer', is_nullable: false },
            { name: 'height', data_type: 'numeric', is_nullable: true },
            { name: 'planted', data_type: 'date', is_nullable: false },
          ],
          primary_key: ['nr'],
          rls_enabled: false,
        },
      },
    ])
    expect(await screen.findByText('2 rows imported into herbs')).toBeTruthy()
    await waitFor(() => expect(address()).toBe(`/project/${shop.ref}/editor/77`))
  })

  test('gets the type of nearly all values on request', async () => {
    open()
    const values = Array.from({ length: 30 }, (_, at) => `${at}`)
    const shown = await openPanel(['height', ...values, 'tall'].join('\n'))
    await user.click(shown.getByRole('radio', { name: 'Into a new table' }))
    const fresh = await panel('Import a new table')
    expect(getValue(fresh, 'Type of height')).toBe('text')
    await user.click(fresh.getByRole('button', { name: 'integer, except 1' }))
    expect(getValue(fresh, 'Type of height')).toBe('integer')
    expect(document.activeElement).toBe(fresh.getByLabelText('Type of height'))
  })

  test('is imported with Ctrl+Enter from any field', async () => {
    const { listBodies } = open()
    const shown = await openPanel('id,height\n1,1.5\n')
    await user.click(shown.getByRole('radio', { name: 'Into a new table' }))
    const fresh = await panel('Import a new table')
    await user.click(fresh.getByLabelText('Type of height'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(listBodies(beginsNew)).toHaveLength(1))
  })
})

describe('a file', () => {
  const dropped = (file: File) => ({ dataTransfer: { types: ['Files'], files: [file] } })

  test('dropped anywhere on the page opens the panel with it', async () => {
    open()
    await screen.findByRole('button', { name: 'Import data' })
    fireEvent.dragOver(document.body, dropped(getFile(csv)))
    expect(screen.getByText('Drop the file to import its rows')).toBeTruthy()
    fireEvent.drop(document.body, dropped(getFile(csv)))
    expect(screen.queryByText('Drop the file to import its rows')).toBeNull()
    const shown = await panel('Import into plants')
    expect(await shown.findByText('plants.csv')).toBeTruthy()
  })

  test('over read-only rows shows why imports are disabled', async () => {
    const reason = 'Viewing rows as anon'
    open({ around: (button) => <RowsReadOnly value={reason}>{button}</RowsReadOnly> })
    await screen.findByRole('button', { name: 'Import data' })
    fireEvent.drop(document.body, dropped(getFile(csv)))
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is dragged away is ignored', async () => {
    open()
    await screen.findByRole('button', { name: 'Import data' })
    fireEvent.dragOver(document.body, dropped(getFile(csv)))
    fireEvent(document.body, new MouseEvent('dragleave', { bubbles: true }))
    expect(screen.queryByText('Drop the file to import its rows')).toBeNull()
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['text/plain'], files: [] } })
    expect(screen.queryByText('Drop the file to import its rows')).toBeNull()
  })

  test('made of pasted rows opens the panel, except within a field', async () => {
    open()
    const field = await screen.findByRole('textbox', { name: 'A field of the page' })
    const pasted = (text: string) => ({ clipboardData: { getData: () => text, files: [] } })
    fireEvent.paste(field, pasted('a\tb\n1\t2\n'))
    fireEvent.paste(document.body, pasted('only one line\n'))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.paste(document.body, pasted('id\tname\n7\theather\n'))
    const shown = await panel('Import into plants')
    expect(await shown.findByText('Pasted rows')).toBeTruthy()
    expect(await shown.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
    expect(getValue(shown, 'Format')).toBe('\t')
  })

  test('made of rows pasted into a grid without space for them opens the panel', async () => {
    open()
    await screen.findByRole('button', { name: 'Import data' })
    const grid = document.body.appendChild(document.createElement('div'))
    grid.role = 'grid'
    const pasted = { clipboardData: { getData: () => 'id\tname\n7\theather\n', files: [] } }
    grid.addEventListener('paste', (event) => event.preventDefault(), { once: true })
    fireEvent.paste(grid, pasted)
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.paste(grid, pasted)
    expect(await panel('Import into plants')).toBeTruthy()
    grid.remove()
  })

  test('typed into the panel is used on confirmation', async () => {
    open()
    await user.click(await screen.findByRole('button', { name: 'Import data' }))
    const shown = await panel('Import into plants')
    await user.type(shown.getByRole('textbox', { name: 'Or paste rows' }), 'name{Enter}heather')
    await user.click(shown.getByRole('button', { name: 'Use text' }))
    expect(await shown.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Choose another' }))
    expect(shown.getByRole('textbox', { name: 'Or paste rows' })).toBeTruthy()
  })
})

test('importing rows needs the right to insert', async () => {
  open({ table: { ...plants, kind: 'view' } })
  await user.hover(await screen.findByRole('button', { name: 'Import data' }))
  expect((await screen.findByRole('tooltip')).textContent).toContain('not into views')
  cleanup()
  open({ without: 'tenant:Sql:Write:Insert' })
  const button = await screen.findByRole('button', { name: 'Import data' })
  await user.hover(button)
  expect((await screen.findByRole('tooltip')).textContent).toContain('insert rows')
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})
