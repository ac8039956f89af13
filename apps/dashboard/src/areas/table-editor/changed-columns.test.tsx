// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { profile, refusal, shop } from '../../testing/answers.ts'
import { entry, historyList, getId, getUndo } from '../../testing/open-history.tsx'
import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { column, plants } from '../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const table = `${database}/tables/${plants.id}`
const [id = column('id'), name = column('name')] = plants.columns

/** In the current grid: another one replaces the former one. */
const getCell = (text: string) => screen.findByRole('gridcell', { name: text })

const headings = async () =>
  (await screen.findAllByRole('columnheader')).map((heading) => heading.textContent).slice(1)

test('columns that another user changes are reloaded with the rows, so that every value is below its own header', async () => {
  let isChanged = false
  const before = { ...plants, columns: [id, name, column('kind')], shape: 'before' }
  const after = { ...plants, columns: [id, column('kind'), column('family')], shape: 'after' }
  const app = openTable(before, {
    rows: [],
    answers: {
      [`GET ${table}`]: () => (isChanged ? after : before),
      [`GET ${table}/rows`]: () =>
        isChanged
          ? { rows: [['1', 'herb', 'Bryaceae']], has_more: false, shape: 'after' }
          : { rows: [['1', 'moss', 'herb']], has_more: false, shape: 'before' },
    },
  })
  await app.cellWith('moss')
  isChanged = true
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  const cell = await getCell('Bryaceae')
  expect(await headings()).toEqual(['idbigint', 'kindtext', 'familytext'])
  expect(cell.getAttribute('aria-colindex')).toBe('4')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('rows of an older state of the table are not shown below its headers', async () => {
  const columns = [id, column('kind'), column('family')]
  let isRead = false
  openTable(
    { ...plants, columns: [id, name, column('kind')], shape: 'before' },
    {
      rows: [],
      answers: {
        [`GET ${table}`]: () => {
          const shown = isRead ? { columns, shape: 'after' } : { shape: 'before' }
          isRead = true
          return { ...plants, columns: [id, name, column('kind')], ...shown }
        },
        [`GET ${table}/rows`]: {
          rows: [['1', 'herb', 'Bryaceae']],
          has_more: false,
          shape: 'after',
        },
      },
    },
  )
  await getCell('Bryaceae')
  expect(await headings()).toEqual(['idbigint', 'kindtext', 'familytext'])
})

test('the history stays open while an added column is undone in it', async () => {
  const before = { ...plants, columns: [id, name, column('kind')], shape: 'before' }
  const after = { ...plants, columns: [id, name], shape: 'after' }
  const added = entry(1, { kind: 'table', updated: 0, is_design: true, note: 'kind added' })
  let isUndone = false
  openTable(before, {
    rows: [],
    answers: {
      [`GET ${table}`]: () => (isUndone ? after : before),
      [`GET ${table}/rows`]: () =>
        isUndone
          ? { rows: [['1', 'moss']], has_more: false, shape: 'after' }
          : { rows: [['1', 'moss', 'herb']], has_more: false, shape: 'before' },
      [historyList]: () => ({
        entries: [{ ...added, undone_by: isUndone ? getId(2) : null }],
        has_more: false,
      }),
      [getUndo(1)]: () => {
        isUndone = true
        return saved()
      },
    },
  })
  await getCell('herb')
  await user.click(await screen.findByRole('button', { name: 'History' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  // Behind the panel there are now two columns, and the row numbers.
  const shown = () => screen.findAllByRole('columnheader', { hidden: true })
  await waitFor(async () => expect(await shown()).toHaveLength(3))
  const panel = await screen.findByRole('dialog', { name: 'History of plants' })
  expect(await within(panel).findByText('Undone')).toBeTruthy()
  expect(panel.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('rows that are loading when the columns change are loaded again', async () => {
  const before = { ...plants, columns: [id, name], shape: 'before' }
  const after = { ...plants, columns: [id, column('kind')], shape: 'after' }
  let isChanged = false
  let giveRows = () => {}
  const rowsCome = new Promise<void>((resolve) => (giveRows = resolve))
  const app = openTable(before, {
    rows: [],
    answers: {
      [`GET ${table}`]: () => (isChanged ? after : before),
      [`GET ${table}/rows`]: async () => {
        if (!isChanged) return { rows: [['1', 'moss']], has_more: false, shape: 'before' }
        await rowsCome
        return { rows: [['1', 'herb']], has_more: false, shape: 'after' }
      },
    },
  })
  await app.cellWith('moss')
  isChanged = true
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await screen.findByRole('columnheader', { name: /^kind/u })
  giveRows()
  await getCell('herb')
  expect(screen.queryByText('The rows could not be loaded')).toBeNull()
})

test('rows that are refused because of a dropped column are loaded without it', async () => {
  const before = { ...plants, columns: [id, name, column('kind')], shape: 'before' }
  let isChanged = false
  const app = openTable(before, {
    rows: [],
    search: '?sort=kind',
    answers: {
      [`GET ${table}`]: () =>
        isChanged ? { ...plants, columns: [id, name], shape: 'after' } : before,
      [`GET ${table}/rows`]: (_: unknown, query: URLSearchParams) => {
        isChanged = true
        return query.has('view')
          ? refusal(400, { message: 'There is no column "kind" in this table' })
          : { rows: [['1', 'moss']], has_more: false, shape: 'after' }
      },
    },
  })
  await getCell('moss')
  expect(app.calls.some(({ query }) => query.has('view'))).toBe(true)
  expect(await screen.findByText('The column kind no longer exists and was ignored.')).toBeTruthy()
})

test('a conflict keeps its columns when those of the table are reloaded', async () => {
  const before = { ...plants, id: 903, columns: [id, name, column('kind')], shape: 'before' }
  const after = { ...before, columns: [id, column('kind')], shape: 'after' }
  const position = `${database}/tables/903`
  let isChanged = false
  openTable(before, {
    rows: [],
    answers: {
      [`GET ${position}`]: () => (isChanged ? after : before),
      [`GET ${position}/rows`]: () =>
        isChanged
          ? { rows: [['1', 'theirs']], has_more: false, shape: 'after' }
          : { rows: [['1', 'moss', 'herb']], has_more: false, shape: 'before' },
      [`POST ${database}/changes`]: () => {
        isChanged = true
        const conflicts = [{ operation: 0, current: ['1', 'theirs'] }]
        return { outcome: 'conflict', conflicts, columns: { 903: ['id', 'kind'] } }
      },
    },
  })
  const cells = { kind: { value: 'mine', isDefault: false, previous: 'herb' } }
  const row = { op: 'update', key: ['1'], cells, seen: ['1', 'moss', 'herb'] }
  storage.stagedRows(profile.id, shop.ref, 903).set(JSON.stringify({ rows: [row], sent: null }))
  await user.click(await screen.findByRole('button', { name: '1 change' }))
  await user.click(await screen.findByRole('button', { name: 'Save all' }))
  // The panel closes with the view of the former columns.
  await user.click(await screen.findByRole('button', { name: '1 change' }))
  const reported = (await screen.findByText(/Current values/u)).parentElement
  expect(reported?.textContent).toContain('kind: theirs')
})

describe('an edit of a row whose columns another user has changed', () => {
  const shown = { ...plants, columns: [id, name, column('kind')], shape: 'before' }
  const columns = { [plants.id]: ['id', 'kind', 'family', 'name'] }

  /** The columns of now are not known here yet: how the table is now is never answered. */
  async function editName(outcome: object) {
    let isRead = false
    const app = openTable(shown, {
      rows: [['1', 'moss', 'herb']],
      answers: {
        [`GET ${table}`]: async () => {
          if (isRead) await new Promise(() => {})
          isRead = true
          return shown
        },
        [`GET ${table}/rows`]: {
          rows: [['1', 'moss', 'herb']],
          has_more: false,
          shape: 'before',
        },
        [`POST ${database}/changes`]: outcome,
      },
    })
    await user.dblClick(await app.cellWith('moss'))
    const field = await screen.findByRole('textbox', { name: /^name, / })
    await user.clear(field)
    await user.type(field, 'fern{Enter}')
    return app
  }
  const placeOf = async (text: string) =>
    (await getCell(text)).closest('[aria-colindex]')?.getAttribute('aria-colindex')

  test('shows the saved row below the right headers, and requests the current columns', async () => {
    const app = await editName({
      ...saved({ row: ['1', 'shrub', 'Bryaceae', 'Fern'] }),
      columns,
    })
    expect(await placeOf('Fern')).toBe('3')
    expect(await placeOf('shrub')).toBe('4')
    expect(screen.queryByText('Bryaceae')).toBeNull()
    const requested = () => app.calls.filter(({ route }) => route === `GET ${table}`)
    await waitFor(() => expect(requested().length).toBeGreaterThan(1))
  })

  test('gets the current value of exactly that cell', async () => {
    await editName({
      outcome: 'conflict',
      conflicts: [{ operation: 0, current: ['1', 'shrub', 'Bryaceae', 'lichen'] }],
      columns,
    })
    const note = await screen.findByText(/^The current value is/u)
    expect(note.textContent).toBe('The current value is lichen. You entered fern.')
    expect(await placeOf('shrub')).toBe('4')
  })
})
