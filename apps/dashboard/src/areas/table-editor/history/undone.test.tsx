// @vitest-environment jsdom
import type { HistoryEntry } from '@basalt/contract/database/history'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { paths } from '../../../lib/paths.ts'
import { shop } from '../../../testing/answers.ts'
import { entry, historyList, getId, openHistory, getUndo } from '../../../testing/open-history.tsx'
import { database, saved } from '../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const panel = async () => within(await screen.findByRole('dialog', { name: 'History of plants' }))
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

describe('an undo', () => {
  const entries = [
    entry(1, { kind: 'undo', undoes: getId(2) }),
    entry(2, { undone_by: getId(1) }),
    entry(3),
  ]

  test('is redone, and the next undo is that of an older change', async () => {
    const { listBodies } = openHistory({ entries, answers: { [getUndo(1)]: saved() } })
    const shown = await panel()
    expect(await shown.findAllByRole('button', { name: 'Undo' })).toHaveLength(1)
    await press('Redo')
    expect(await screen.findByText('Redone')).toBeTruthy()
    expect(listBodies(getUndo(1))).toHaveLength(1)
  })

  test('that was redone shows that', async () => {
    const redo = entry(4, { kind: 'redo', undoes: getId(1) })
    openHistory({ entries: [redo, { ...entries[0], undone_by: redo.id } as HistoryEntry] })
    const shown = await panel()
    expect(await shown.findByText('Redo: 1 row changed')).toBeTruthy()
    expect(shown.getByText('Redone')).toBeTruthy()
    expect(shown.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
    expect(shown.queryByRole('button', { name: 'Redo' })).toBeNull()
  })
})

describe('an import whose rows were changed since', () => {
  const imported = entry(1, { kind: 'import', inserted: 120_000, updated: 0 })
  const disputed = { outcome: 'conflict', conflicts: [], changed: 3 }

  test('shows how many rows stay and how many are deleted before it is undone', async () => {
    let requested = 0
    const { listBodies, onUndone } = openHistory({
      entries: [imported],
      answers: {
        [getUndo(1)]: () => {
          requested += 1
          return requested === 1 ? disputed : saved()
        },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('3 rows changed or deleted since')).toBeTruthy()
    expect(screen.getByText(/The other 119,997 imported rows will be deleted/u)).toBeTruthy()
    expect(onUndone).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Delete 119,997 rows' }))
    await waitFor(() => expect(onUndone).toHaveBeenCalledOnce())
    expect(listBodies(getUndo(1))).toMatchObject([
      { resolutions: {} },
      { resolutions: {}, leaves_changed: true },
    ])
  })

  test('is counted again when something else was undone since', async () => {
    const edit = entry(2)
    let entries = [edit, imported]
    openHistory({
      answers: {
        [historyList]: () => ({ entries, has_more: false }),
        [getUndo(1)]: disputed,
        [getUndo(2)]: () => {
          entries = [entry(3, { kind: 'undo' }), { ...edit, undone_by: getId(3) }, imported]
          return saved()
        },
      },
    })
    const undo = async (at: number) =>
      user.click((await screen.findAllByRole('button', { name: 'Undo' }))[at] ?? document.body)
    await undo(1)
    await screen.findByText('3 rows changed or deleted since')
    await undo(0)
    await waitFor(() => expect(screen.queryByText('3 rows changed or deleted since')).toBeNull())
    await undo(0)
    expect(await screen.findByText('3 rows changed or deleted since')).toBeTruthy()
  })

  test('can be left unchanged', async () => {
    const { listBodies } = openHistory({ entries: [imported], answers: { [getUndo(1)]: disputed } })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('3 rows changed or deleted since')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByText('3 rows changed or deleted since')).toBeNull()
    expect(listBodies(getUndo(1))).toHaveLength(1)
  })

  test('explains that its rows are not listed when they are too many', async () => {
    const detail = `GET ${database}/history/${getId(1)}`
    const answers = { [detail]: { entry: imported, rows: [], has_more: false } }
    openHistory({ entries: [imported], answers })
    await user.click(await screen.findByRole('button', { name: 'Rows' }))
    expect(await screen.findByText('Rows not listed')).toBeTruthy()
  })

  test('has nothing to delete when no row is unchanged', async () => {
    const all = { ...disputed, changed: 120_000 }
    openHistory({ entries: [imported], answers: { [getUndo(1)]: all } })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(/so none will be deleted/u)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Keep them' })).toBeTruthy()
  })
})

describe('an import that created its table', () => {
  const imported = entry(1, { kind: 'import', inserted: 5000, updated: 0 })
  const created = { id: 42, schema: 'public', name: 'plants', trash_id: null, stays_because: null }
  const tableDeleted = { ...saved(), made_table: { ...created, trash_id: getId(2) } }
  const url = paths.table(shop.ref, 42)

  test('drops it when it is undone: the editor leaves it, and it can be restored', async () => {
    const restore = `POST ${database}/trash/${getId(2)}/restore`
    const { address, listBodies, onUndone } = openHistory({
      entries: [imported],
      url,
      answers: {
        [getUndo(1)]: tableDeleted,
        [restore]: { id: 42, schema: 'public', name: 'plants', left_out: [] },
      },
    })
    await press('Undo')
    await screen.findByText('Undone: plants and its rows moved to the trash')
    expect(address()).toBe(paths.editor(shop.ref))
    // The rows of the dropped table are not requested.
    expect(onUndone).not.toHaveBeenCalled()
    // The panel blocks pointer events of the page behind it, and closes with the page.
    const back = await screen.findByRole('button', { name: 'Restore' })
    await userEvent.setup({ pointerEventsCheck: 0 }).click(back)
    await waitFor(() => expect(address()).toBe(url))
    expect(listBodies(restore)).toEqual([{}])
  })

  test('does not navigate a user who has moved on', async () => {
    const elsewhere = paths.table(shop.ref, 43)
    const { address } = openHistory({
      entries: [imported],
      url: elsewhere,
      answers: { [getUndo(1)]: tableDeleted },
    })
    await press('Undo')
    await screen.findByText('Undone: plants and its rows moved to the trash')
    expect(address()).toBe(elsewhere)
  })

  test('explains why the table stays after other changes, and offers to drop it', async () => {
    const stays_because = 'its columns were changed since'
    const { onUndone } = openHistory({
      entries: [imported],
      url,
      answers: { [getUndo(1)]: { ...saved(), made_table: { ...created, stays_because } } },
    })
    await press('Undo')
    const shown = await panel()
    expect(
      await shown.findByText('The table was not dropped because its columns were changed since.'),
    ).toBeTruthy()
    expect(onUndone).toHaveBeenCalledOnce()
    await press('Drop table')
    expect(await screen.findByRole('dialog', { name: 'Drop table plants' })).toBeTruthy()
  })

  test('announces that an emptied table is dropped too, before it is', async () => {
    const disputed = { outcome: 'conflict', conflicts: [], changed: 2, removes_table: true }
    let requested = 0
    const { listBodies } = openHistory({
      entries: [imported],
      url,
      answers: { [getUndo(1)]: () => (++requested === 1 ? disputed : tableDeleted) },
    })
    await press('Undo')
    expect(await screen.findByText(/The other 4,998 imported rows go to the trash/u)).toBeTruthy()
    await press('Drop table')
    await screen.findByText('Undone: plants and its rows moved to the trash')
    expect(listBodies(getUndo(1))).toMatchObject([{}, { leaves_changed: true }])
  })
})
