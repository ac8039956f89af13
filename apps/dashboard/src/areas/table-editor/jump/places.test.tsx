import type { TableDetail } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { RowView } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { column, plantRows, plants } from '../../../testing/plants.ts'
import { PeekPanel } from '../references/PeekPanel.tsx'
import type { Anchor } from '../rows/row-window.ts'
import { SearchField } from '../search/SearchField.tsx'
import { GoTo } from './GoTo.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rowsOf42 = `GET ${database}/tables/42/rows`

describe('jumping to a row', () => {
  type Options = { table?: TableDetail; view?: RowView; answers?: Answers }

  async function open({ table = plants, view = {}, answers = {} }: Options = {}) {
    const onJump = vi.fn<(anchor: Anchor) => void>()
    function Part() {
      const [isOpen, setIsOpen] = useState(false)
      return (
        <GoTo {...{ table, view, isOpen, onJump }} projectRef={shop.ref} onOpenChange={setIsOpen} />
      )
    }
    const app = openPart(Part, { answers })
    await user.click(await screen.findByRole('button', { name: /^Go to…/u }))
    const form = within(await screen.findByRole('form', { name: 'Go to a row' }))
    const go = async (...texts: string[]) => {
      for (const [at, field] of form.getAllByRole('textbox').entries()) {
        // oxlint-disable-next-line no-await-in-loop
        if (texts[at] !== undefined) await user.type(field, texts[at])
      }
      await user.click(form.getByRole('button', { name: 'Go' }))
    }
    return { ...app, form, go, onJump }
  }

  test.each([
    ['500,001', 500_001],
    ['1 000', 1000],
    ['12.000.000', 12_000_000],
    ['7', 7],
  ])('accepts %s as a number, in common notation', async (text, number) => {
    const { go, onJump } = await open()
    await go(text)
    expect(onJump).toHaveBeenCalledExactlyOnceWith({ at: 'number', number })
    expect(screen.queryByRole('form')).toBeNull()
  })

  test.each(['0', '-1', '1.5', '0x10', '1e3', ' ', '9007199254740993'])(
    'refuses %s as a number',
    async (text) => {
      const { go, form, onJump } = await open()
      await go(text)
      expect(form.getByRole('alert').textContent).toBe('Enter a whole number of 1 or more')
      expect(onJump).not.toHaveBeenCalled()
      await user.selectOptions(form.getByLabelText('Go by'), 'key')
      expect(form.queryByRole('alert')).toBeNull()
    },
  )

  test('by a prefix of a key uses the order of the key', async () => {
    const table = { ...plants, key: ['bed', 'id'] }
    const answers = { [rowsOf42]: { rows: plantRows.slice(0, 1), has_more: true } }
    const { go, form, onJump } = await open({ table, answers })
    await user.selectOptions(form.getByLabelText('Go by'), 'Key: bed, id')
    await go('north')
    await waitFor(() => expect(onJump).toHaveBeenCalledWith({ at: 'from', values: ['north'] }))
  })

  test('by a key finds its row in any other order and with the filter', async () => {
    const filter = {
      match: 'all' as const,
      conditions: [{ column: 'name', operator: 'neq' as const, values: ['moss'] }],
    }
    const view = { filter, sort: [{ column: 'price', descending: true }] }
    const { go, form, onJump, calls } = await open({
      view,
      answers: { [rowsOf42]: { rows: [['3', 'reed', '2.50']], has_more: true } },
    })
    await user.selectOptions(form.getByLabelText('Go by'), 'key')
    await go('3')
    await waitFor(() =>
      expect(onJump).toHaveBeenCalledWith({
        at: 'row',
        row: ['3', 'reed', '2.50'],
        cursor: '["2.50","3"]',
      }),
    )
    const requested = calls.find(({ route }) => route === rowsOf42)?.query.get('view')
    expect(JSON.parse(requested ?? '{}')).toEqual({
      ...view,
      filter: {
        match: 'all',
        conditions: [filter, { column: 'id', operator: 'eq', values: ['3'] }],
      },
    })
  })

  test('by a key without a visible row reports that, like the database’s errors', async () => {
    let says: object = { rows: [], has_more: false }
    const { go, form, onJump } = await open({
      view: { sort: [{ column: 'name' }] },
      answers: { [rowsOf42]: () => says },
    })
    await user.selectOptions(form.getByLabelText('Go by'), 'key')
    await go('9')
    expect(await form.findByText('No row in this view has this key')).toBeTruthy()
    says = refusal(422, { kind: 'sql_error', message: 'invalid input syntax for type bigint' })
    await go('x')
    expect(await form.findByText('invalid input syntax for type bigint')).toBeTruthy()
    expect(onJump).not.toHaveBeenCalled()
  })

  test('by a value is offered for sorted rows, by a key if there is one', async () => {
    const { go, form, onJump } = await open({
      table: { ...plants, key: ['ctid'] },
      view: { sort: [{ column: 'name' }] },
      answers: { [rowsOf42]: { rows: plantRows.slice(0, 1), has_more: true } },
    })
    const ways = [...form.getByLabelText('Go by').querySelectorAll('option')]
    expect(ways.map(({ textContent }) => textContent)).toEqual(['Row number', 'Value of name'])
    await user.selectOptions(form.getByLabelText('Go by'), 'value')
    await go('moss')
    await waitFor(() => expect(onJump).toHaveBeenCalledWith({ at: 'from', values: ['moss'] }))
  })

  test('is aborted with the form', async () => {
    let answer: (page: object) => void = () => undefined
    const page = new Promise<object>((resolve) => (answer = resolve))
    const { go, form, calls, onJump } = await open({ answers: { [rowsOf42]: () => page } })
    await user.selectOptions(form.getByLabelText('Go by'), 'key')
    await go('3')
    await waitFor(() => expect(calls.filter(({ route }) => route === rowsOf42)).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    answer({ rows: plantRows.slice(2), has_more: false })
    await new Promise((after) => setTimeout(after, 20))
    expect(onJump).not.toHaveBeenCalled()
  })
})

describe('the referenced row', () => {
  const target = { table_id: 42, schema: 'public', table: 'plants', column: 'id' }
  const plant = column('plant', { references: target })
  const list: TableDetail = { ...plants, id: 9, name: 'lists', columns: [plant] }
  const rows = { source: { getRow: () => ['2'] }, edits: { at: () => undefined } }
  const cell = { row: 0, column: 0 }
  const open = (answers: Answers) =>
    openPart(() => <PeekPanel projectRef={shop.ref} table={list} rows={rows} cell={cell} />, {
      answers: { [`GET ${database}/tables/42`]: plants, ...answers },
    })

  test('is shown with all of its columns, NULL distinct from an empty text', async () => {
    const { calls } = open({ [rowsOf42]: { rows: [['2', '', null]], has_more: false } })
    await screen.findByText('EMPTY')
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'id',
      'name',
      'price',
    ])
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '2',
      'EMPTY',
      'NULL',
    ])
    const view = calls.find(({ route }) => route === rowsOf42)?.query.get('view') ?? ''
    expect(JSON.parse(view)).toEqual({
      filter: { match: 'all', conditions: [{ column: 'id', operator: 'eq', values: ['2'] }] },
    })
    expect(screen.getByRole('link', { name: 'Open in plants' }).getAttribute('href')).toContain(
      '/editor/42?filter=id.eq.2',
    )
  })

  test('may be invisible for the user', async () => {
    open({ [rowsOf42]: { rows: [], has_more: false } })
    expect(await screen.findByText('The row does not exist or is not visible to you')).toBeTruthy()
    expect(screen.queryByRole('term')).toBeNull()
  })

  test('is loaded again after a failure', async () => {
    let isDown = true
    open({
      [rowsOf42]: () =>
        isDown
          ? refusal(422, { kind: 'sql_error', message: 'permission denied for table plants' })
          : { rows: plantRows.slice(1, 2), has_more: false },
    })
    expect(await screen.findByText('The row could not be loaded')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('fern')).toBeTruthy()
    expect(screen.queryByText('The row could not be loaded')).toBeNull()
  })
})

describe('a search', () => {
  type Search = NonNullable<RowView['search']>

  async function open(first?: Search, columns = plants.columns) {
    const onChange = vi.fn<(search: Search | undefined) => void>()
    function Part() {
      const [search, setSearch] = useState(first)
      const fieldRef = useRef<HTMLInputElement>(null)
      const change = (next: Search | undefined) => {
        onChange(next)
        setSearch(next)
      }
      return (
        <>
          <SearchField {...{ columns, search, fieldRef }} onChange={change} />
          <button onClick={() => setSearch({ text: 'fern', columns: ['name', 'id'] })}>Back</button>
        </>
      )
    }
    openPart(Part)
    const field = await screen.findByRole<HTMLInputElement>('searchbox', {
      name: 'Search all rows',
    })
    return { field, onChange }
  }

  test('covers columns with text, or all when there is none', async () => {
    const { field, onChange } = await open()
    await user.type(field, 'moss{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ text: 'moss', columns: ['name'] })
    cleanup()
    const numbers = [column('a', { kind: 'number' }), column('b', { kind: 'uuid' })]
    const { field: other, onChange: requested } = await open(undefined, numbers)
    await user.type(other, '7{Enter}')
    expect(requested).toHaveBeenCalledWith({ text: '7', columns: ['a', 'b'] })
  })

  test('ends with an empty field, immediately', async () => {
    const { field, onChange } = await open({ text: 'm', columns: ['name'] })
    await user.type(field, '{Backspace}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined)
  })

  test('uses the chosen columns, in the order of the table', async () => {
    const { field, onChange } = await open({ text: 'moss', columns: ['name'] })
    await user.click(screen.getByRole('button', { name: '1 column' }))
    await user.click(await screen.findByRole('checkbox', { name: 'price' }))
    await user.click(screen.getByRole('checkbox', { name: 'id' }))
    expect(onChange).toHaveBeenLastCalledWith({
      text: 'moss',
      columns: ['id', 'name', 'price'],
    })
    for (const name of ['id', 'name', 'price'])
      // oxlint-disable-next-line no-await-in-loop
      await user.click(screen.getByRole('checkbox', { name }))
    expect(onChange).toHaveBeenLastCalledWith({ text: 'moss', columns: ['price'] })
    await user.keyboard('{Escape}')
    await user.hover(screen.getByRole('button', { name: 'Search' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Choose a column to search in')
    expect(field.value).toBe('moss')
  })

  test('shows the search of a changed address', async () => {
    const { field } = await open({ text: 'moss', columns: ['name'] })
    await user.type(field, ' and more')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(field.value).toBe('fern')
    expect(screen.getByRole('button', { name: '2 columns' })).toBeTruthy()
  })
})
