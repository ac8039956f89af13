// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { refusal } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { changes, openRowPanel } from '../../../testing/open-row-panel.tsx'
import { column, plants } from '../../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

const historyId = '00000000-0000-4000-8000-000000000001'
const created = { [changes]: saved({ row: ['4', 'heather', '3.00'] }) }

describe('a new row', () => {
  test('shows for each column the value it gets by default', async () => {
    openRowPanel({ shown: { mode: 'insert' } })
    expect((await field('id')).placeholder).toBe('Default: the next number')
    expect((await field('name')).placeholder).toBe("Default: 'moss'")
    expect((await field('price')).placeholder).toBe('Default: NULL')
  })

  test('offers the default of columns that have one', async () => {
    const code = column('code', { is_nullable: false })
    openRowPanel({
      shown: { mode: 'insert' },
      table: { ...plants, columns: [...plants.columns, code] },
    })
    expect((await field('code')).placeholder).toBe('Required')
    expect(screen.queryByRole('button', { name: 'code uses its default' })).toBeNull()
    expect(screen.getByRole('button', { name: 'price uses its default' })).toBeTruthy()
  })

  test('is sent with the typed values only', async () => {
    const { sent, onInserted, onShow } = openRowPanel({
      shown: { mode: 'insert' },
      answers: created,
    })
    await user.type(await field('name'), 'heather')
    await press('Insert row')
    await waitFor(() =>
      expect(onInserted).toHaveBeenCalledWith(['4', 'heather', '3.00'], historyId),
    )
    expect(sent()[0]?.operations).toEqual([
      { op: 'insert', table: 42, values: { name: 'heather' } },
    ])
    expect(onShow).toHaveBeenLastCalledWith(null)
  })

  test('that was corrected after a lost response is one row, with the correction', async () => {
    let isCut = true
    const { sent, onInserted } = openRowPanel({
      shown: { mode: 'insert' },
      answers: {
        [changes]: (body: unknown) => {
          if (isCut) throw new TypeError('Failed to fetch')
          const [operation] = (body as { operations: { op: string }[] }).operations
          return saved({ row: ['4', operation?.op === 'update' ? 'heath' : 'heather', '3.00'] })
        },
      },
    })
    await user.type(await field('name'), 'heather')
    await press('Insert row')
    expect(await screen.findByText(/it is saved only once/u)).toBeTruthy()
    isCut = false
    await user.clear(await field('name'))
    await user.type(await field('name'), 'heath')
    await press('Insert row')
    await waitFor(() => expect(onInserted).toHaveBeenCalledWith(['4', 'heath', '3.00'], historyId))
    const [first, again, correction] = sent()
    expect(again).toEqual(first)
    expect(correction?.operations).toEqual([
      {
        op: 'update',
        table: 42,
        key: ['4'],
        keyed_by: ['id'],
        values: { name: 'heath' },
        defaults: [],
        previous: { name: 'heather' },
      },
    ])
    expect(sent()).toHaveLength(3)
  })

  test('is another one once the pending one is discarded', async () => {
    let isCut = true
    const { sent, onInserted } = openRowPanel({
      shown: { mode: 'insert' },
      answers: {
        [changes]: () => {
          if (isCut) throw new TypeError('Failed to fetch')
          return saved({ row: ['4', 'rush', '3.00'] })
        },
      },
    })
    await user.type(await field('name'), 'heather')
    await press('Insert row')
    await screen.findByText(/it is saved only once/u)
    isCut = false
    await press('Cancel')
    await press('Reopen')
    await press('Discard')
    await user.type(await field('name'), 'rush')
    await press('Insert row')
    await waitFor(() => expect(onInserted).toHaveBeenCalledOnce())
    expect(sent()).toMatchObject([
      { operations: [{ op: 'insert', values: { name: 'heather' } }] },
      { operations: [{ op: 'insert', values: { name: 'rush' } }] },
    ])
    expect(sent()[1]?.id).not.toBe(sent()[0]?.id)
  })

  test('can consist of defaults only', async () => {
    const { sent } = openRowPanel({ shown: { mode: 'insert' }, answers: created })
    await field('name')
    await press('Insert row')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.operations).toEqual([{ op: 'insert', table: 42, values: {} }])
  })

  test('is saved by a key, and by Enter in a field with one line', async () => {
    const { sent } = openRowPanel({ shown: { mode: 'insert' }, answers: created })
    await user.type(await field('price'), '3{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    cleanup()
    const { sent: again } = openRowPanel({ shown: { mode: 'insert' }, answers: created })
    await user.type(await field('name'), 'two{Enter}lines')
    expect(again()).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(again()).toHaveLength(1))
    expect(again()[0]?.operations).toMatchObject([{ values: { name: 'two\nlines' } }])
  })

  test('is followed by an empty one when several are created', async () => {
    const { sent, onShow } = openRowPanel({ shown: { mode: 'insert' }, answers: created })
    await user.click(await screen.findByRole('checkbox', { name: 'Create more' }))
    await user.type(await field('name'), 'heather')
    await press('Insert row')
    await waitFor(() => expect(sent()).toHaveLength(1))
    await waitFor(async () => expect((await field('name')).value).toBe(''))
    expect(onShow).not.toHaveBeenCalled()
    await user.type(await field('name'), 'reed')
    await press('Insert row')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[0]?.id).not.toBe(sent()[1]?.id)
    expect(sent()[1]?.operations).toMatchObject([{ values: { name: 'reed' } }])
  })

  test('that the database refuses as a whole shows the reason, and stays', async () => {
    const { onInserted } = openRowPanel({
      shown: { mode: 'insert' },
      answers: {
        [changes]: {
          outcome: 'refused',
          operation: 0,
          message: 'new row violates check constraint "cheap"',
          detail: 'Failing row contains (4, heather, 300).',
          sqlstate: '23514',
        },
      },
    })
    await user.type(await field('name'), 'heather')
    await press('Insert row')
    expect(await screen.findByText('new row violates check constraint "cheap"')).toBeTruthy()
    expect(screen.getByText('Failing row contains (4, heather, 300).')).toBeTruthy()
    expect((await field('name')).value).toBe('heather')
    expect(onInserted).not.toHaveBeenCalled()
  })

  test('is staged when staging is on', async () => {
    const { sent, staged, onShow } = openRowPanel({ shown: { mode: 'insert' }, answers: created })
    // The app starts with an empty browser, so this is set once it is rendered.
    storage.queuesEdits.set(true)
    await user.type(await field('name'), 'heather')
    await press('Add to changes')
    await waitFor(() => expect(staged.insert).toHaveBeenCalledWith({ name: 'heather' }))
    expect(sent()).toEqual([])
    expect(onShow).toHaveBeenLastCalledWith(null)
    expect(await screen.findByText('The row is staged with your other changes')).toBeTruthy()
  })

  test('has a list of values for types with few of them, and tools for others', async () => {
    const mood = column('mood', { data_type: 'mood', kind: 'enum', enum_values: ['calm', ''] })
    const isWild = column('is_wild', { data_type: 'boolean', kind: 'boolean', is_nullable: false })
    const { sent } = openRowPanel({
      shown: { mode: 'insert' },
      table: { ...plants, columns: [...plants.columns, mood, isWild] },
      answers: { [changes]: saved({ row: ['4', null, null, '', 't'] }) },
    })
    const moods = await screen.findByRole('combobox', { name: 'mood' })
    const names = [...moods.querySelectorAll('option')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Default: NULL', 'NULL', 'calm', 'Empty string'])
    await user.selectOptions(moods, 'Empty string')
    const wild = screen.getByRole('combobox', { name: 'is_wild' })
    expect(wild.textContent).not.toContain('NULL')
    await user.selectOptions(wild, 'true')
    await press('Insert row')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.operations).toMatchObject([{ values: { mood: '', is_wild: 't' } }])
  })

  test('needs the right to insert', async () => {
    const { sent } = openRowPanel({
      shown: { mode: 'insert' },
      props: { insertDenied: 'You need the right to insert rows' },
    })
    await field('name')
    await user.hover(screen.getByRole('button', { name: 'Insert row' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('insert rows')
    await press('Insert row')
    expect(sent()).toEqual([])
  })
})

describe('a duplicated row', () => {
  test('has the values of the original, without unique ones', async () => {
    const { sent } = openRowPanel({ shown: { mode: 'copy', key: ['3'] }, answers: created })
    expect((await field('name')).value).toBe('reed')
    expect((await field('id')).placeholder).toBe('Default: the next number')
    await press('Insert row')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.operations).toEqual([
      { op: 'insert', table: 42, values: { name: 'reed', price: '2.50' } },
    ])
  })

  test('has long values completely, never truncated', async () => {
    const { sent } = openRowPanel({
      shown: { mode: 'copy', key: ['2'] },
      answers: {
        ...created,
        [`GET ${database}/tables/42/rows`]: {
          rows: [['2', 'fer', null]],
          has_more: false,
          cut: [[0, 1]],
        },
        [`GET ${database}/tables/42/cell`]: { value: 'fern of the woods' },
      },
    })
    expect((await field('name')).value).toBe('fern of the woods')
    await press('Insert row')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.operations).toMatchObject([{ values: { name: 'fern of the woods' } }])
  })

  test('is not offered when a long value cannot be loaded', async () => {
    openRowPanel({
      shown: { mode: 'copy', key: ['2'] },
      answers: {
        [`GET ${database}/tables/42/rows`]: {
          rows: [['2', 'fer', null]],
          has_more: false,
          cut: [[0, 1]],
        },
        [`GET ${database}/tables/42/cell`]: refusal(422, {
          kind: 'sql_error',
          message: 'The row was deleted',
        }),
      },
    })
    expect(
      await screen.findByText('The row cannot be duplicated. The row was deleted'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Insert row' })).toBeNull()
  })

  test('is not reported as stored without typing', async () => {
    const { onShow } = openRowPanel({ shown: { mode: 'copy', key: ['3'] } })
    await field('name')
    await user.keyboard('{Escape}')
    expect(onShow).toHaveBeenLastCalledWith(null)
    expect(await screen.findByRole('button', { name: 'Again' })).toBeTruthy()
    expect(screen.queryByText('The new row is kept as a draft')).toBeNull()
  })
})

test('a name in the field of a foreign key is a search once its rows are listed', async () => {
  const target = { table_id: 7, schema: 'public', table: 'products', column: 'id' }
  const product = column('product', { data_type: 'bigint', kind: 'number', references: target })
  openRowPanel({
    table: { ...plants, columns: [...plants.columns, product] },
    shown: { mode: 'insert' },
    answers: {
      [`GET ${database}/tables/7/candidates`]: {
        label_column: 'name',
        candidates: [{ value: '12', label: 'Fern' }],
        next: null,
      },
    },
  })
  await user.type(await field('product'), 'fe')
  expect(await screen.findByText('Enter a whole number')).toBeTruthy()
  await press('Find a row for product')
  expect(await screen.findByText(/searched by id or name/u)).toBeTruthy()
  expect(screen.queryByText('Enter a whole number')).toBeNull()
  await user.type(await field('product'), 'r{Enter}')
  await waitFor(async () => expect(await field('product')).toHaveProperty('value', '12'))
  expect(screen.queryByText(/searched by id or name/u)).toBeNull()
})
