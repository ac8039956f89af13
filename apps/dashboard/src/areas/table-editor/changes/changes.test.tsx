import type { TableDetail } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import type { StagedRows } from '../../../product/row-changes/staged-rows.ts'
import { type Answers, profile, refusal, shop } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Each test has a separate table, because staged edits are stored by table. */
let lastTable = 100
const rows = [
  ['1', 'moss', '1.00'],
  ['2', 'fern', ''],
]

type Sent = { id: string; operations: RowOperation[] }

function open(answers: Answers = {}, staged?: (id: number) => StagedRows) {
  lastTable += 1
  const id = lastTable
  const table: TableDetail = {
    ...plants,
    id,
    row_estimate: 2,
    columns: [column('id', { is_primary_key: true }), column('name'), column('price')],
  }
  const app = openTable(table, {
    rows,
    answers: { [`POST ${database}/tables/${id}/dependents`]: [], ...answers },
  })
  // The app starts with an empty browser; staged edits are read after its rows are shown.
  if (staged !== undefined) {
    const text = JSON.stringify({ rows: staged(id), sent: null })
    storage.stagedRows(profile.id, shop.ref, id).set(text)
  }
  const sent = () => app.calls.flatMap(({ route, body }) => (route === saves ? [body as Sent] : []))
  return { ...app, id, sent }
}

const saves = `POST ${database}/changes`

const cellWith = async (text: string) => {
  const grid = await screen.findByRole('grid', { name: 'Rows of public.plants' })
  return within(grid).findByRole('gridcell', { name: text })
}

async function type(from: string, text: string) {
  await userEvent.dblClick(await cellWith(from))
  const field = await screen.findByRole('textbox', { name: /, text/u })
  await userEvent.clear(field)
  await userEvent.type(field, `${text}{Enter}`)
}

test('edits of rows with a former key are staged separately from rows with equal values, with a note', async () => {
  const cells = { name: { value: 'reed', isDefault: false, previous: 'rush' } }
  const { id } = open({}, () => [
    { op: 'update', key: ['1'], keyedBy: ['number'], cells, seen: ['7', 'rush', ''] },
  ])
  storage.queuesEdits.set(true)
  await screen.findByRole('button', { name: '1 change' })
  await type('moss', 'heather')
  await userEvent.click(await screen.findByRole('button', { name: '2 changes' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes to plants' }))
  expect(panel.getByText('number 1')).toBeTruthy()
  expect(panel.getByText('id 1')).toBeTruthy()
  expect(panel.getAllByText(/^The key of this table is now id/u)).toHaveLength(1)
  storage.stagedRows(profile.id, shop.ref, id).set(undefined)
})

describe('an edit that is saved at once', () => {
  test('is sent with its key and the former value, and can be undone', async () => {
    const undo = `POST ${database}/history/00000000-0000-4000-8000-000000000001/undo`
    const { id, sent, calls } = open({
      [saves]: saved({ row: ['1', 'heather', '1.00'] }),
      [undo]: saved({ row: ['1', 'moss', '1.00'] }),
    })
    await type('moss', 'heather')
    expect(await cellWith('heather')).toBeTruthy()
    // It is in the cell before the code that sends it is loaded.
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.operations).toEqual([
      {
        op: 'update',
        table: id,
        key: ['1'],
        keyed_by: ['id'],
        values: { name: 'heather' },
        previous: { name: 'moss' },
      },
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(calls.some(({ route }) => route === undo)).toBe(true)
    expect(await cellWith('moss')).toBeTruthy()
  })

  test('that the database refuses keeps its value and shows the reason at the cell', async () => {
    open({
      [saves]: {
        outcome: 'refused',
        operation: 0,
        message: 'value too long for type character varying(3)',
        column: 'name',
        sqlstate: '22001',
      },
    })
    await type('moss', 'heather')
    const cell = await cellWith('heather')
    await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
    expect(await screen.findByText(/^name was not saved: /u)).toBeTruthy()
    await userEvent.click(cell)
    const note = await screen.findByText('value too long for type character varying(3)')
    expect(note).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await cellWith('moss')).toBeTruthy()
  })

  test('that conflicts shows both values and saves neither by itself', async () => {
    const { sent } = open({
      [saves]: (body: unknown) => {
        const [operation] = (body as Sent).operations
        const previous = operation?.op === 'update' ? operation.previous['name'] : undefined
        return previous === 'theirs'
          ? saved({ row: ['1', 'mine', '1.00'] })
          : {
              outcome: 'conflict',
              conflicts: [{ operation: 0, current: ['1', 'theirs', '1.00'] }],
            }
      },
    })
    await type('moss', 'mine')
    await waitFor(async () =>
      expect((await cellWith('mine')).getAttribute('aria-invalid')).toBe('true'),
    )
    await userEvent.click(await cellWith('mine'))
    expect(await screen.findByText(/The current value is/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[0]?.id).not.toBe(sent()[1]?.id)
    expect(await screen.findByText('Saved')).toBeTruthy()
  })

  test('whose response is lost is sent again with the same id, so that it is saved once', async () => {
    let isCut = true
    const { sent } = open({
      [saves]: () => {
        if (isCut) throw new TypeError('Failed to fetch')
        return { ...saved({ row: ['1', 'heather', '1.00'] }), repeated: true }
      },
    })
    await type('moss', 'heather')
    await waitFor(async () =>
      expect((await cellWith('heather')).getAttribute('aria-invalid')).toBe('true'),
    )
    isCut = false
    expect(await screen.findByRole('button', { name: '1 change' })).toBeTruthy()
    await userEvent.click(await cellWith('heather'))
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText('1 change had already been saved')).toBeTruthy()
    expect(new Set(sent().map(({ id }) => id)).size).toBe(1)
  })
})

describe('staged changes', () => {
  test('are marked, listed old and new, and saved together', async () => {
    const { sent } = open({
      [saves]: saved({ row: ['1', 'heather', '1.00'] }, { row: ['2', 'reed', ''] }),
    })
    storage.queuesEdits.set(true)
    await type('moss', 'heather')
    await type('fern', 'reed')
    await waitFor(async () =>
      expect((await cellWith('heather')).className).toContain('grid-cell-staged'),
    )
    expect(sent()).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: '2 changes' }))
    const panel = await screen.findByRole('dialog', { name: 'Changes to plants' })
    expect(panel.textContent).toContain('moss → heather')
    await userEvent.click(within(panel).getByRole('button', { name: 'Save all' }))
    expect(await screen.findByText('Saved 2 changes')).toBeTruthy()
    expect(sent().map(({ operations }) => operations.length)).toEqual([2])
    await waitFor(() => expect(screen.queryByRole('button', { name: '2 changes' })).toBeNull())
  })

  test('of an earlier visit are shown again and never sent automatically', async () => {
    const { sent } = open({}, () => [
      {
        op: 'update',
        key: ['1'],
        cells: { name: { value: 'kept', isDefault: false, previous: 'moss' } },
        seen: ['1', 'moss', '1.00'],
      },
      { op: 'insert', id: 'n1', values: { name: 'new one' } },
      { op: 'delete', key: ['2'], seen: ['2', 'fern', ''] },
    ])
    expect((await cellWith('kept')).className).toContain('grid-cell-staged')
    expect((await cellWith('new one')).className).toContain('grid-cell-staged')
    expect((await cellWith('fern')).className).toContain('grid-cell-deleted')
    expect(await screen.findByRole('button', { name: '3 changes' })).toBeTruthy()
    expect(sent()).toEqual([])
  })

  test('in conflict show the current row, and accept mine or theirs', async () => {
    const edit = (key: string, value: string, previous: string) => ({
      op: 'update' as const,
      key: [key],
      cells: { name: { value, isDefault: false, previous } },
      seen: [key, previous, ''],
    })
    const { sent } = open(
      {
        [saves]: (body: unknown) =>
          (body as Sent).operations.length === 2
            ? {
                outcome: 'conflict',
                conflicts: [
                  { operation: 0, current: ['1', 'theirs', '1.00'] },
                  { operation: 1, current: null },
                ],
              }
            : saved({ row: ['1', 'mine', '1.00'] }),
      },
      () => [edit('1', 'mine', 'moss'), edit('2', 'mine too', 'fern')],
    )
    await userEvent.click(await screen.findByRole('button', { name: '2 changes' }))
    const panel = await screen.findByRole('dialog', { name: 'Changes to plants' })
    await userEvent.click(within(panel).getByRole('button', { name: 'Save all' }))
    expect(await within(panel).findByText('theirs')).toBeTruthy()
    const [, deletedRow] = await within(panel).findAllByRole('button', { name: 'Use theirs' })
    await userEvent.click(within(panel).getByRole('button', { name: 'Keep mine' }))
    await userEvent.click(deletedRow ?? panel)
    await userEvent.click(within(panel).getByRole('button', { name: 'Save all' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.operations).toMatchObject([
      { key: ['1'], values: { name: 'mine' }, previous: { name: 'theirs' } },
    ])
  })
})

test('a delete shows the cascaded rows, and removes the rows once the database has', async () => {
  const { id, sent } = open({
    [saves]: saved({ deleted: true }),
    [`POST ${database}/tables/${lastTable + 1}/dependents`]: [
      {
        schema: 'public',
        table: 'leaves',
        constraint: 'leaves_plant_fkey',
        columns: ['plant'],
        action: 'deleted',
        rows: 3,
        has_more: false,
      },
      {
        schema: 'public',
        table: 'notes',
        constraint: 'notes_plant_fkey',
        columns: ['plant'],
        action: 'set null',
        rows: 1,
        has_more: false,
      },
    ],
  })
  await cellWith('fern')
  await userEvent.click(screen.getByRole('rowheader', { name: '2' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1 row' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    await within(dialog).findByText('3 rows of public.leaves (plant) are deleted too'),
  ).toBeTruthy()
  expect(
    within(dialog).getByText(/^1 row of public.notes \(plant\) has its reference set to NULL/u),
  ).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 row' }))
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: 'fern' })).toBeNull())
  const previous = { id: '2', name: 'fern', price: '' }
  const removal = { op: 'delete', table: id, key: ['2'], keyed_by: ['id'], previous }
  expect(sent()[0]?.operations).toEqual([removal])
})

test('the history lists changes with their authors, and asks about rows that changed since', async () => {
  const change = '00000000-0000-4000-8000-000000000009'
  const undo = `POST ${database}/history/${change}/undo`
  const { calls } = open({
    [`GET ${database}/history`]: {
      entries: [
        {
          id: change,
          kind: 'edit',
          at: new Date().toISOString(),
          by: 'ada@example.com',
          tables: [
            {
              id: 1,
              schema: 'public',
              name: 'plants',
              columns: ['id', 'name', 'price'],
              key: ['id'],
            },
          ],
          inserted: 0,
          updated: 1,
          deleted: 0,
          cascaded: 0,
          note: null,
          undoes: null,
          undone_by: null,
          fixed_because: null,
          is_design: false,
          first: { table: 0, key: ['1'], columns: ['name'] },
        },
      ],
      has_more: false,
    },
    [`GET ${database}/history/settings`]: {
      is_on: true,
      window_hours: 24,
      most_bytes: 268_435_456,
    },
    [undo]: (body: unknown) =>
      Object.keys((body as { resolutions: object }).resolutions).length > 0
        ? saved({ row: ['1', 'moss', '1.00'] })
        : {
            outcome: 'conflict',
            conflicts: [
              {
                place: 1,
                table: 0,
                kind: 'update',
                key: ['1'],
                before: ['1', 'moss', '1.00'],
                after: ['1', 'heather', '1.00'],
                current: ['1', 'theirs', '1.00'],
              },
            ],
          },
  })
  await cellWith('moss')
  await userEvent.click(await screen.findByRole('button', { name: 'History' }))
  const panel = await screen.findByRole('dialog', { name: 'History of plants' })
  expect(await within(panel).findByText(/ada@example.com/u)).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Undo' }))
  expect(await within(panel).findByText('1 row changed since')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
  const requested = calls.filter(({ route }) => route === undo).map(({ body }) => body)
  expect(requested).toMatchObject([{ resolutions: {} }, { resolutions: { 1: 'restore' } }])
})

test('changes that the server answers with an error are kept with the reason', async () => {
  open(
    { [saves]: refusal(401, { kind: 'unauthenticated', message: 'Sign in to continue' }) },
    () => [{ op: 'insert', id: 'n1', values: { name: 'new one' } }],
  )
  await userEvent.click(await screen.findByRole('button', { name: '1 change' }))
  const panel = await screen.findByRole('dialog', { name: 'Changes to plants' })
  await userEvent.click(within(panel).getByRole('button', { name: 'Save all' }))
  const kept = () => storage.stagedRows(profile.id, shop.ref, lastTable).get()
  await waitFor(() => expect(kept()).toContain('"sent":[]'))
  expect(kept()).toContain('new one')
})

test('an edit of a signed-out user is staged, and links to sign-in and back', async () => {
  const ended = refusal(401, { kind: 'unauthenticated', message: 'Sign in to continue' })
  let isOver = false
  const { address, id } = open({
    [saves]: () => {
      isOver = true
      return ended.clone()
    },
    'GET /platform/profile': () => (isOver ? ended.clone() : profile),
  })
  const kept = () => storage.stagedRows(profile.id, shop.ref, id).get()
  await type('moss', 'heather')
  expect(await screen.findByText('Your edit is kept. Sign in to continue')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '1 change, signed out' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Changes to plants' }))
  expect(panel.getByText('You are signed out')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Sign in' })).toHaveLength(2)
  await userEvent.click(panel.getByRole('button', { name: 'Sign in' }))
  const position = encodeURIComponent(`/project/${shop.ref}/editor/${id}`)
  await waitFor(() => expect(address()).toBe(`/sign-in?returnTo=${position}`), { timeout: 10_000 })
  expect(kept()).toContain('heather')
})
