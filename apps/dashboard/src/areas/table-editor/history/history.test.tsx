// @vitest-environment jsdom
import type { HistoryRow } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { refusal } from '../../../testing/answers.ts'
import {
  entry,
  historyList,
  historySettings,
  getId,
  openHistory,
  getUndo,
} from '../../../testing/open-history.tsx'
import { database, saved } from '../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (more: Partial<HistoryRow> = {}): HistoryRow => ({
  place: 1,
  table: 0,
  kind: 'update',
  by_cascade: false,
  key: ['1'],
  before: ['1', 'moss', '1.00'],
  after: ['1', 'heather', '1.00'],
  ...more,
})

const panel = async () => within(await screen.findByRole('dialog', { name: 'History of plants' }))
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

describe('the history', () => {
  test('describes each change, with its author', async () => {
    openHistory({
      entries: [
        entry(1, { inserted: 2, updated: 1, deleted: 3, cascaded: 4 }),
        entry(2, { kind: 'import', inserted: 4000, updated: 0, by: 'bo@example.test' }),
        entry(3, { kind: 'undo', updated: 0 }),
        entry(4, { kind: 'table', note: 'Table duplicated' }),
      ],
    })
    const shown = await panel()
    expect(await shown.findByText('2 rows inserted, 1 row changed, 3 rows deleted')).toBeTruthy()
    expect(shown.getAllByText(/by foreign keys/u).map(({ textContent }) => textContent)).toEqual([
      '· and 4 rows by foreign keys',
    ])
    expect(shown.getByText('Import: 4,000 rows inserted')).toBeTruthy()
    expect(shown.getByText('Undo: no changes')).toBeTruthy()
    expect(shown.getByText('Table duplicated')).toBeTruthy()
    expect(shown.getByText(/bo@example.test/u)).toBeTruthy()
  })

  test('of the table itself has no rows, and its undo needs the right to change tables', async () => {
    const note = 'Table: foreign key of plant to plants added'
    const linked = entry(1, { kind: 'table', updated: 0, is_design: true, note })
    openHistory({ entries: [linked, entry(2)], without: 'tenant:Sql:Admin:Write' })
    expect(await screen.findByText(note)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Rows' })).toHaveLength(1)
    const [design, rows] = screen.getAllByRole('button', { name: 'Undo' })
    expect(design?.getAttribute('aria-disabled')).toBe('true')
    expect(rows?.getAttribute('aria-disabled')).not.toBe('true')
  })

  test('names the row and the columns of a change of one row, and undone ones', async () => {
    const first = { table: 0, key: ['7'], columns: ['name', 'price'] }
    openHistory({
      entries: [entry(1, { first }), entry(2, { first, updated: 2, undone_by: getId(1) })],
    })
    const shown = await panel()
    expect(await shown.findByText('id 7: name, price')).toBeTruthy()
    expect(shown.getAllByText(/id 7/u)).toHaveLength(1)
    expect(shown.getByText('Undone')).toBeTruthy()
    expect(shown.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
  })

  test('names the child table that stores a row', async () => {
    const first = { table: 0, key: ['7'], columns: ['name'] }
    const trees = { id: 43, schema: 'public', name: 'trees', columns: ['id', 'name'], key: ['id'] }
    openHistory({ entries: [entry(1, { first, tables: [trees] })] })
    expect(await (await panel()).findByText('public.trees id 7: name')).toBeTruthy()
  })

  test('names the deleted row, not the first cascaded one', async () => {
    const first = { table: 1, key: ['7'], columns: [] }
    const pots = { id: 43, schema: 'public', name: 'pots', columns: ['no'], key: ['no'] }
    const tables = [pots, ...entry(1).tables]
    openHistory({ entries: [entry(1, { updated: 0, deleted: 1, cascaded: 2, first, tables })] })
    expect(await (await panel()).findByText('id 7')).toBeTruthy()
  })

  test('of an unchanged table explains its content', async () => {
    openHistory({ entries: [] })
    expect(await (await panel()).findByText(/^No changes yet\./u)).toBeTruthy()
  })

  test('loads older changes on demand', async () => {
    const { calls } = openHistory({
      answers: {
        [historyList]: (_: unknown, query: URLSearchParams) =>
          query.get('before') === getId(1)
            ? { entries: [entry(2, { note: 'The first change' })], has_more: false }
            : { entries: [entry(1)], has_more: true },
      },
    })
    await press('Older changes')
    const shown = await panel()
    expect(await shown.findByText('The first change')).toBeTruthy()
    expect(shown.getByText('1 row changed')).toBeTruthy()
    expect(shown.queryByRole('button', { name: 'Older changes' })).toBeNull()
    const tables = calls
      .filter(({ route }) => route === historyList)
      .map(({ query }) => query.get('table'))
    expect(tables).toEqual(['42', '42'])
  })

  test('that cannot be read shows the reason, and is retried', async () => {
    let isDown = true
    openHistory({
      answers: {
        [historyList]: () =>
          isDown
            ? refusal(422, { kind: 'sql_error', message: 'permission denied' })
            : { entries: [entry(1)], has_more: false },
      },
    })
    const shown = await panel()
    expect(await shown.findByText('The history could not be loaded')).toBeTruthy()
    isDown = false
    await press('Try again')
    expect(await shown.findByText('1 row changed')).toBeTruthy()
  })

  test('shows the rows of a change before and after, only differences', async () => {
    openHistory({
      answers: {
        [`GET ${database}/history/${getId(1)}`]: {
          entry: entry(1),
          rows: [
            row(),
            row({ place: 2, kind: 'insert', key: ['7'], before: null, after: ['7', '', null] }),
            row({ place: 3, kind: 'delete', key: ['8'], after: null, by_cascade: true }),
            row({ place: 4, kind: 'insert', key: ['9'], before: null, after: null }),
          ],
          has_more: false,
        },
      },
    })
    await press('Rows')
    const shown = await panel()
    const texts = () =>
      shown
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
        .filter((text) => /^(?:Changed|Inserted|Deleted)/u.test(text))
    await waitFor(() => expect(texts()).toHaveLength(4))
    expect(texts()[0]).toMatch(/^Changed id 1name: moss → heather$/u)
    expect(texts()[1]).toMatch(/^Inserted id 7id: 7name: .*price: NULL$/u)
    expect(texts()[2]).toMatch(/^Deleted id 8, by a foreign key/u)
    expect(texts()[3]).toBe('Inserted id 9')
    expect(screen.getByRole('button', { name: 'Rows' }).getAttribute('aria-expanded')).toBe('true')
  })
})

describe('undoing a change', () => {
  test('restores it, confirms it and notifies the displayed rows', async () => {
    const { onUndone, listBodies } = openHistory({ answers: { [getUndo(1)]: saved() } })
    await press('Undo')
    expect(await screen.findByText('Undone')).toBeTruthy()
    expect(onUndone).toHaveBeenCalledTimes(1)
    expect(listBodies(getUndo(1))).toMatchObject([{ resolutions: {} }])
  })

  test('reports how many rows foreign keys cascaded to', async () => {
    openHistory({ answers: { [getUndo(1)]: { ...saved(), cascaded: 3 } } })
    await press('Undo')
    expect(
      await screen.findByText('Undone. Foreign keys also deleted or changed 3 rows.'),
    ).toBeTruthy()
  })

  test('that is no longer possible shows the reason', async () => {
    const { listBodies } = openHistory({
      entries: [entry(1, { fixed_because: 'The column price was dropped since' })],
    })
    const button = await screen.findByRole('button', { name: 'Undo' })
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('price was dropped')
    await user.click(button)
    expect(listBodies(getUndo(1))).toEqual([])
  })

  test('needs the right to edit rows', async () => {
    openHistory({ without: 'tenant:Sql:Write:Update' })
    await user.hover(await screen.findByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('undo changes')
  })

  test('that the database refuses shows the reason', async () => {
    const { onUndone } = openHistory({
      answers: {
        [getUndo(1)]: {
          outcome: 'refused',
          operation: 0,
          message: 'violates foreign key constraint "leaves_plant_fkey"',
          sqlstate: '23503',
        },
      },
    })
    await press('Undo')
    const shown = await panel()
    expect(await shown.findByText('Undo failed')).toBeTruthy()
    expect(shown.getByText(/leaves_plant_fkey/u)).toBeTruthy()
    expect(onUndone).not.toHaveBeenCalled()
  })

  const conflict = (position: number, current: (string | null)[] | null) => ({
    ...row({ place: position, key: [String(position)] }),
    by_cascade: undefined,
    current,
  })
  const disputed = (body: unknown) =>
    Object.keys((body as { resolutions: object }).resolutions).length > 0
      ? saved()
      : {
          outcome: 'conflict',
          conflicts: [conflict(1, ['1', 'theirs', '1.00']), conflict(2, null)],
        }

  test('asks about rows that changed since, and needs an answer for each', async () => {
    const { listBodies } = openHistory({ answers: { [getUndo(1)]: disputed } })
    await press('Undo')
    const shown = await panel()
    expect(await shown.findByText('2 rows changed since')).toBeTruthy()
    expect(shown.getByText(/name: now/u).textContent).toBe('name: now theirs, before moss')
    expect(shown.getByText(/was deleted/u)).toBeTruthy()
    const [first, second] = shown.getAllByRole('button', { name: 'Restore' })
    const leave = shown.getAllByRole('button', { name: 'Keep current' })[1]
    await user.click(first ?? document.body)
    expect(first?.getAttribute('aria-pressed')).toBe('true')
    await press('Undo as selected')
    expect(listBodies(getUndo(1))).toHaveLength(1)
    await user.click(second ?? document.body)
    await user.click(leave ?? document.body)
    await press('Undo as selected')
    expect(await screen.findByText('Undone')).toBeTruthy()
    const requested = listBodies(getUndo(1)) as { id: string; resolutions: object }[]
    expect(requested[1]?.resolutions).toEqual({ 1: 'restore', 2: 'skip' })
    expect(requested[0]?.id).toBe(requested[1]?.id)
  })

  test('is decided for all of them at once', async () => {
    const { listBodies } = openHistory({ answers: { [getUndo(1)]: disputed } })
    await press('Undo')
    await press('Keep all current')
    await screen.findByText('Undone')
    expect(listBodies(getUndo(1))[1]).toMatchObject({ resolutions: { 1: 'skip', 2: 'skip' } })
  })

  test('that was started elsewhere continues here with its questions', async () => {
    const { listBodies } = openHistory({
      entries: [entry(1), entry(2)],
      disputed: getId(2),
      answers: { [getUndo(2)]: disputed },
    })
    expect(await (await panel()).findByText('2 rows changed since')).toBeTruthy()
    expect(listBodies(getUndo(2))).toHaveLength(1)
    expect(listBodies(getUndo(1))).toEqual([])
  })
})

describe('the retention', () => {
  test('is chosen, and a value set by other means is offered, too', async () => {
    const { listBodies } = openHistory({
      answers: {
        [`GET ${historySettings}`]: { is_on: true, window_hours: 36, most_bytes: 268_435_456 },
        [`PUT ${historySettings}`]: { is_on: true, window_hours: 72, most_bytes: 268_435_456 },
      },
    })
    const stored = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Retention' })
    expect(stored.selectedOptions[0]?.textContent).toBe('36 hours')
    await user.selectOptions(stored, '3 days')
    const most = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Size limit' })
    expect([...most.options].map(({ text }) => text).join()).toBe('16 MB,64 MB,256 MB,1 GB,4 GB')
    await user.selectOptions(most, '64 MB')
    expect(listBodies(`PUT ${historySettings}`)).toEqual([
      { is_on: true, window_hours: 72, most_bytes: 268_435_456 },
      expect.objectContaining({ most_bytes: 67_108_864 }),
    ])
  })

  test('is switched off only after a confirmation that names the loss', async () => {
    const { listBodies } = openHistory({
      answers: {
        [`PUT ${historySettings}`]: { is_on: false, window_hours: 24, most_bytes: 268_435_456 },
      },
    })
    await press('Turn off history')
    const question = within(await screen.findByRole('dialog', { name: 'Turn off history' }))
    expect(question.getByText(/are deleted and can no longer be undone/u)).toBeTruthy()
    expect(listBodies(`PUT ${historySettings}`)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Turn off and delete history' }))
    await waitFor(() =>
      expect(listBodies(`PUT ${historySettings}`)).toEqual([
        { is_on: false, window_hours: 24, most_bytes: 268_435_456 },
      ]),
    )
  })

  test('needs the right to change the database', async () => {
    openHistory({ without: 'tenant:Sql:Admin:Write' })
    const stored = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Retention' })
    expect(stored.disabled).toBe(true)
    await user.hover(screen.getByRole('button', { name: 'Turn off history' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'change the history settings',
    )
  })
})
