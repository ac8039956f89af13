// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { pressesDone } from '../../testing/sheet.ts'
import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { loadTools } from './load-tools.ts'

// As it is with people, whose hands are slower than the fetch that a touch of the grid begins.
beforeAll(loadTools)
afterEach(cleanup)

const columns = ['id', 'name', 'note'].map((id) => ({
  id,
  name: id,
  align: 'start' as const,
  width: 100,
}))

type Edge = 'start' | 'end'
type Book = { log: string[]; arrive: () => void; empty: () => void; fail: () => void }

const pageRows = 12

/** The first or the last rows of a long table, which come when they are told to, or at once. */
function Pages({ isInstant, book }: { isInstant: boolean; book: Book }) {
  const [shown, setShown] = useState({ place: 'start' as Edge, state: 'read', visit: 0 })
  const coming = useRef<Edge>(undefined)
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const isEnd = shown.place === 'end'
  const first = isEnd ? -pageRows : 0
  const idOf = (row: number) => `${shown.place} ${row - first}`
  const go = (place: Edge | undefined, state = 'read') => {
    coming.current = undefined
    if (place === undefined) setShown({ ...shown, state: 'read' })
    else setShown({ place, state, visit: shown.visit + 1 })
  }
  useLayoutEffect(() => {
    Object.assign(book, {
      arrive: () => go(coming.current),
      empty: () => coming.current && go(coming.current, 'empty'),
      fail: () => coming.current && go(coming.current, 'failed'),
    })
  })
  const source = useMemo(
    () => ({
      first,
      rowCount: pageRows,
      getRow: (row: number) => {
        if (shown.state !== 'read' || row < first || row >= first + pageRows) return undefined
        const id = `${shown.place} ${row - first}`
        return columns.map((_, at) =>
          at === 0 ? id : (values.get(`${id} ${at}`) ?? `${id} ${at}`),
        )
      },
      rowLabel: String,
      isAwaited: () => coming.current !== undefined || shown.state === 'empty',
      anchor: { id: String(shown.visit), row: isEnd ? -1 : 0 },
    }),
    [first, shown, coming, values, isEnd],
  )
  const put = (id: string, column: number, value: string | null) => {
    book.log.push(`${id} ${column} = ${value}`)
    setValues((before) => new Map(before).set(`${id} ${column}`, value ?? ''))
  }
  return (
    <Grid
      label="Pages"
      columns={columns}
      source={source}
      onEdge={(edge) => {
        if (edge === shown.place) coming.current = undefined
        else if (isInstant) go(edge)
        else coming.current = edge
        return edge !== shown.place
      }}
      onWrite={(cells) => cells.forEach((cell) => put(idOf(cell.row), cell.column, cell.value))}
      renderEditor={(edit) => (
        <CellEditor
          key={`${edit.row} ${edit.column}`}
          edit={edit}
          label="cell"
          value={source.getRow(edit.row)?.[edit.column] ?? null}
          isNullable
          takesEmpty
          onSave={(value) => put(idOf(edit.row), edit.column, value)}
        />
      )}
    />
  )
}

const user = userEvent.setup({ delay: null })
const mod = (key: string) => `{Control>}{${key}}{/Control}`

async function open(isInstant = false) {
  const never = () => undefined
  const book: Book = { log: [], arrive: never, empty: never, fail: never }
  render(<Pages isInstant={isInstant} book={book} />)
  await user.click(screen.getByRole('gridcell', { name: 'start 1' }))
  screen.getByRole('grid').focus()
  return book
}

const active = () => document.querySelector('.grid-cell-active')?.textContent
const arrive = async (book: Book) => {
  act(() => book.arrive())
  await pressesDone()
}

describe('keys for rows that are on their way', () => {
  test.each([
    ['{ArrowUp}', 'end 10'],
    ['{PageUp}', 'end 0'],
    ['{ArrowUp}{ArrowRight}{ArrowUp}', 'end 9 1'],
    ['{ArrowUp}{Tab}', 'end 10 1'],
    [mod('ArrowDown'), 'end 11'],
    [mod('End'), 'end 11 2'],
    [`{ArrowUp}${mod('End')}`, 'end 11 2'],
  ])('%s after Mod Down are for the rows that come', async (keys, cell) => {
    const book = await open()
    await user.keyboard(mod('ArrowDown') + keys)
    expect(active()?.startsWith('start 1')).toBe(true)
    await arrive(book)
    expect(active()).toBe(cell)
  })

  test('wait while there are places for the rows only', async () => {
    const book = await open()
    await user.keyboard(mod('ArrowDown'))
    act(() => book.empty())
    await user.keyboard('{ArrowUp}{ArrowRight}moss{Enter}')
    await pressesDone()
    expect(book.log).toEqual([])
    await arrive(book)
    expect(book.log).toEqual(['end 10 1 = moss'])
    expect(active()).toBe('end 11 1')
  })

  test('go back at once where nothing else is kept', async () => {
    const book = await open()
    await user.keyboard(mod('End') + mod('Home'))
    expect(active()).toBe('start 0')
    await arrive(book)
    expect(active()).toBe('start 0')
  })

  test('begin edits, end them, and go on, all in the cells that are meant', async () => {
    const book = await open()
    await user.keyboard(`${mod('End')}{ArrowUp}one{Enter}{ArrowLeft}{F2}two{Tab}{Delete}`)
    expect(book.log).toEqual([])
    await arrive(book)
    expect(book.log).toEqual(['end 10 2 = one', 'end 11 1 = two', 'end 11 2 = null'])
  })

  test('open an editor that what is typed later goes on in', async () => {
    const book = await open()
    await user.keyboard(`${mod('End')}mo`)
    await arrive(book)
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'mo')
    await user.keyboard('ss{Enter}')
    expect(book.log).toEqual(['end 11 2 = moss'])
  })

  test('are forgotten where the rows do not come', async () => {
    const book = await open()
    await user.keyboard(`${mod('End')}{ArrowUp}moss{Enter}`)
    act(() => book.fail())
    await pressesDone()
    await arrive(book)
    expect(active()).toBe('end 11 2')
    expect(book.log).toEqual([])
  })

  test('are forgotten where the focus has gone elsewhere meanwhile', async () => {
    const book = await open()
    await user.keyboard(`${mod('End')}moss{Enter}`)
    screen.getByRole('grid').blur()
    await arrive(book)
    expect(book.log).toEqual([])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('that are not for the rows are left to the browser', async () => {
    await open()
    await user.keyboard(mod('End'))
    const isTaken = (init: KeyboardEventInit) =>
      !fireEvent.keyDown(screen.getByRole('grid'), { bubbles: true, ...init })
    expect(isTaken({ key: 'F5' })).toBe(false)
    expect(isTaken({ key: 'k', ctrlKey: true })).toBe(false)
    expect(isTaken({ key: 'ArrowUp' })).toBe(true)
    await user.keyboard('{Escape}')
    expect(active()).toBeTruthy()
  })
})

/** What a browser hands to an event of the clipboard; jsdom has none. */
function clipboard(text = '') {
  const data = new Map([['text/plain', text]])
  return {
    setData: (format: string, value: string) => void data.set(format, value),
    getData: (format: string) => data.get(format) ?? '',
  }
}

describe('the clipboard while rows are on their way', () => {
  test('is filled from those that come', async () => {
    const book = await open()
    await navigator.clipboard.writeText('before')
    await user.keyboard(mod('End'))
    fireEvent.copy(screen.getByRole('grid'), { clipboardData: clipboard() })
    await user.keyboard('{ArrowUp}')
    expect(await navigator.clipboard.readText()).toBe('before')
    await arrive(book)
    expect(await navigator.clipboard.readText()).toBe('end 11 2')
    expect(active()).toBe('end 10 2')
    expect(screen.getByText('Copied the cell')).toBeTruthy()
  })

  test('is put into those that come, or into what is typed', async () => {
    const book = await open()
    await user.keyboard(`${mod('End')}{ArrowUp}`)
    const grid = screen.getByRole('grid')
    fireEvent.paste(grid, { clipboardData: clipboard('fern') })
    await user.keyboard('{ArrowUp}big ')
    fireEvent.paste(grid, { clipboardData: clipboard('moss') })
    await user.keyboard('{Enter}')
    expect(book.log).toEqual([])
    await arrive(book)
    expect(book.log).toEqual(['end 10 2 = fern', 'end 9 2 = big moss'])
  })

  test('holds what was copied of them for what is pasted after that', async () => {
    const book = await open()
    await user.keyboard(mod('End'))
    const grid = screen.getByRole('grid')
    fireEvent.copy(grid, { clipboardData: clipboard() })
    await user.keyboard('{ArrowUp}')
    fireEvent.paste(grid, { clipboardData: clipboard('before') })
    await arrive(book)
    expect(book.log).toEqual(['end 10 2 = end 11 2'])
  })
})

const press = fc.constantFrom(
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'].map(
    (key) => `{${key}}`,
  ),
  ...['Home', 'End', 'ArrowUp', 'ArrowDown', 'End', 'Home'].map(mod),
  '{Delete}',
  'moss{Enter}',
  'fern{Escape}',
  '{F2}heath{Tab}',
  '{Enter}reed{Shift>}{Tab}{/Shift}',
  '{Shift>}{ArrowDown}{ArrowRight}{/Shift}',
  '{Escape}',
)

test('whenever rows come, keys do what they would have done had they been there', async () => {
  const step = fc.record({ keys: press, after: fc.constantFrom('wait', 'wait', 'empty', 'arrive') })
  const walk = async (steps: readonly { keys: string; after: string }[], isInstant: boolean) => {
    const book = await open(isInstant)
    for (const { keys, after } of steps) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await user.keyboard(keys)
      if (isInstant || after === 'wait') continue
      act(() => (after === 'empty' ? book.empty() : book.arrive()))
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await pressesDone()
    }
    // A jump that was kept begins when those before it have come.
    for (const _ of isInstant ? [] : steps) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await arrive(book)
    }
    const end = { log: book.log, cell: active() }
    cleanup()
    return end
  }
  const escaped = [mod('End'), '{Escape}', '{ArrowUp}'].map((keys) => ({
    keys,
    after: 'wait' as const,
  }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const meant = await walk(steps, true)
      expect(await walk(steps, false)).toEqual(meant)
    }),
    { numRuns: 10, examples: [[escaped]] },
  )
}, 60_000)

test('a grid without such rows keeps nothing', async () => {
  const book = await open(true)
  await user.keyboard(`${mod('End')}{ArrowUp}moss{Enter}`)
  await waitFor(() => expect(book.log).toEqual(['end 10 2 = moss']))
})
