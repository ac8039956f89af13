// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { listenForShortcuts } from '../../lib/browser/shortcuts.ts'
import { shop } from '../../testing/answers.ts'
import { database, openPart, saved } from '../../testing/open-part.tsx'
import { plants } from '../../testing/plants.ts'
import { SelectionBar } from './SelectionBar.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fern = [{ operation: 0, current: ['1', 'fern', '1.00'] }]

function open(
  more: Partial<Parameters<typeof SelectionBar>[0]['chosen']>,
  conflicts: Conflicts = fern,
  {
    table = plants,
    isFiltered = false,
    selectAll,
  }: { table?: typeof plants; isFiltered?: boolean; selectAll?: () => Promise<void> } = {},
) {
  const clear = vi.fn<() => void>()
  const changed = vi.fn<() => void>()
  const missing = vi.fn<() => void>()
  const showRow = vi.fn<(key: readonly string[]) => void>()
  const chosen = {
    keys: [['1']],
    count: 1,
    isWhole: false,
    isDeleteRequested: false,
    clear,
    ...more,
  }
  const { calls } = openPart(
    () => (
      <SelectionBar
        projectRef={shop.ref}
        table={table}
        chosen={chosen}
        rowsToDelete={() => chosen.keys.map((key) => ({ key, seen: [...key, 'moss', '1.00'] }))}
        onDeleted={() => undefined}
        onMissing={missing}
        onChanged={changed}
        onStage={() => undefined}
        onShowRow={showRow}
        isReadOnly={false}
        isFiltered={isFiltered}
        onSelectAll={selectAll}
      />
    ),
    {
      answers: {
        [saves]: (body: unknown) =>
          (body as Sent).operations.some((one) => one.op === 'delete' && one.previous !== undefined)
            ? { outcome: 'conflict', conflicts }
            : saved({ deleted: true }),
        [`POST ${database}/tables/${plants.id}/dependents`]: [],
      },
    },
  )
  const sent = () => calls.flatMap(({ route, body }) => (route === saves ? [body as Sent] : []))
  return { clear, changed, missing, showRow, sent }
}

const saves = `POST ${database}/changes`

type Conflicts = { operation: number; current: string[] | null }[]

type Sent = { id: string; operations: RowOperation[] }

async function reason(button: string) {
  await user.hover(await screen.findByRole('button', { name: button }))
  return (await screen.findByRole('tooltip')).textContent
}

test('a selection of all rows is named, can be cleared, and is too large to be deleted', async () => {
  const { clear } = open({ keys: [], count: Infinity, isWhole: true })
  expect(await screen.findByText('All rows selected')).toBeTruthy()
  expect(await reason('Delete all rows')).toContain('Up to 10,000 rows can be deleted at once')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(clear).toHaveBeenCalledOnce()
})

test('all rows of a filter are not called all rows, and it can be narrowed', async () => {
  open({ keys: [], count: Infinity, isWhole: true }, [], { isFiltered: true })
  expect(await screen.findByText('All matching rows selected')).toBeTruthy()
  expect(await reason('Delete all matching rows')).toContain('Narrow the filter')
})

test('rows of a range that were never loaded block its deletion, with the reason', async () => {
  open({ count: 7000 })
  expect(await screen.findByText('7,000 rows selected')).toBeTruthy()
  expect(await reason('Delete 7,000 rows')).toContain('Some of these rows are not loaded')
  await user.unhover(screen.getByRole('button', { name: 'Delete 7,000 rows' }))
  const stop = listenForShortcuts()
  await user.keyboard('{Delete}')
  stop()
  const toasts = await screen.findAllByText(/^Some of these rows are not loaded/u)
  expect(toasts.some((one) => one.closest('[role="tooltip"]') === null)).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('keys that are empty or consist of spaces are legible in the confirmation', async () => {
  open({ keys: [[''], ['  '], ['fern']], count: 3 })
  await user.click(await screen.findByRole('button', { name: 'Delete 3 rows' }))
  expect(await screen.findByText(/will be deleted/u)).toHaveProperty(
    'textContent',
    'The rows with id empty string, ␣␣, fern will be deleted.',
  )
})

test('a changed row is deleted after a message, as another change', async () => {
  const { changed, sent } = open({})
  await user.click(await screen.findByRole('button', { name: 'Delete 1 row' }))
  const dialog = within(await screen.findByRole('dialog'))
  const press = () => user.click(dialog.getByRole('button', { name: 'Delete 1 row' }))
  await press()
  expect(
    await dialog.findByText(/^Someone else changed this row: name is now fern\./u),
  ).toBeTruthy()
  expect(changed).toHaveBeenCalledOnce()
  await press()
  await waitFor(() => expect(sent()).toHaveLength(2))
  const [first, second] = sent()
  expect(first?.operations).toMatchObject([{ previous: { name: 'moss' } }])
  expect(second?.operations).toEqual([
    { op: 'delete', table: plants.id, key: ['1'], keyed_by: ['id'] },
  ])
  expect(second?.id).not.toBe(first?.id)
})

test.each([
  [1, 'This row was already deleted. Refresh the rows.'],
  [2, 'Some of these rows were already deleted, so nothing was deleted. Refresh the rows.'],
])('the state of %i rows addressed by `ctid` is unknown', async (count, said) => {
  const keys = [['(0,1)'], ['(0,2)']].slice(0, count)
  open({ keys, count }, [{ operation: 0, current: null }], { table: { ...plants, key: ['ctid'] } })
  const name = /^Delete \d row/u
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name }))
  expect(await dialog.findByText(said)).toBeTruthy()
})

test('rows that another user has deleted need no confirmation', async () => {
  const { changed, missing } = open({}, [{ operation: 0, current: null }])
  await user.click(await screen.findByRole('button', { name: 'Delete 1 row' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete 1 row' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changed).toHaveBeenCalledWith([{ key: ['1'], current: null }])
  expect(missing).toHaveBeenCalledWith([['1']])
})

test.each([
  {
    count: 2,
    conflicts: [{ operation: 1, current: null }],
    said: 'Someone else deleted 1 of these rows. Delete the other one?',
    left: ['1'],
  },
  {
    count: 3,
    conflicts: [...fern, { operation: 1, current: null }],
    said: 'Someone else changed or deleted some of these rows, so nothing was deleted. The table now shows the current values. Delete the other 2 anyway?',
    left: ['1', '3'],
  },
])('of $count rows the remaining ones need another confirmation', async (given) => {
  const { count, conflicts, said, left } = given
  const { sent } = open({ keys: [['1'], ['2'], ['3']].slice(0, count), count }, conflicts)
  await user.click(await screen.findByRole('button', { name: `Delete ${count} rows` }))
  const dialog = within(await screen.findByRole('dialog'))
  const press = () => user.click(dialog.getByRole('button', { name: /^Delete \d row/u }))
  await press()
  expect(await dialog.findByText(said)).toBeTruthy()
  await press()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]?.operations).toMatchObject(left.map((id) => ({ op: 'delete', key: [id] })))
})

test('one row is opened by a click, several are not', async () => {
  const { showRow } = open({})
  await user.click(await screen.findByRole('button', { name: 'Edit row' }))
  expect(showRow).toHaveBeenCalledWith(['1'])
  cleanup()
  open({ keys: [['1'], ['2']], count: 2 })
  await screen.findByRole('button', { name: 'Delete 2 rows' })
  expect(screen.queryByRole('button', { name: 'Edit row' })).toBeNull()
})

test.each([
  [false, 'Select all rows'],
  [true, 'Select all matching rows'],
])('offers all rows when only the loaded ones are selected', async (isFiltered, name) => {
  const selectAll = vi.fn<() => Promise<void>>(async () => undefined)
  selectAll.mockRejectedValueOnce(new Error('No answer'))
  open({ keys: [['1'], ['2']], count: 2 }, fern, { isFiltered, selectAll })
  await user.click(await screen.findByRole('button', { name }))
  await screen.findByText('No answer')
  await user.click(screen.getByRole('button', { name }))
  expect(selectAll).toHaveBeenCalledTimes(2)
})
