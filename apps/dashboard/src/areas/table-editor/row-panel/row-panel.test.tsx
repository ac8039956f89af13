// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage/storage.ts'
import { type Answers, refusal } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { changes, openRowPanel as open } from '../../../testing/open-row-panel.tsx'
import { plantRows, plants } from '../../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

beforeEach(() => storage.queuesEdits.set(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

async function type(name: string, text: string) {
  const shown = await field(name)
  await user.clear(shown)
  await user.type(shown, text)
}

describe('a row', () => {
  test('shows every column, NULL distinct from an empty text', async () => {
    open({ rows: [['2', '', null]] })
    expect((await field('id')).value).toBe('2')
    const [name, price] = [await field('name'), await field('price')]
    expect([name.value, name.placeholder]).toEqual(['', 'EMPTY'])
    expect([price.value, price.placeholder]).toEqual(['', 'NULL'])
    const pressed = screen.getAllByRole('button', { pressed: true })
    expect(pressed.map((button) => button.getAttribute('aria-label'))).toEqual([
      'name is an empty string',
      'price is NULL',
    ])
  })

  test('is saved with its key and the seen values, and only changed columns', async () => {
    const { sent, onSaved } = open({
      answers: { [changes]: saved({ row: ['2', 'heather', null] }) },
    })
    await type('name', 'heather')
    await press('Save')
    await waitFor(() =>
      expect(onSaved).toHaveBeenCalledWith(
        ['2', 'heather', null],
        ['2'],
        '00000000-0000-4000-8000-000000000001',
      ),
    )
    expect(sent()[0]?.operations).toEqual([
      {
        op: 'update',
        table: 42,
        key: ['2'],
        keyed_by: ['id'],
        values: { name: 'heather' },
        defaults: [],
        previous: { name: 'fern' },
      },
    ])
  })

  test('without changes, or with reverted ones, is not saved', async () => {
    const { sent } = open()
    await type('name', 'heather')
    await type('name', 'fern')
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(sent()).toEqual([])
  })

  test('distinguishes NULL, an empty text and the default', async () => {
    const { sent } = open({
      answers: { [changes]: saved({ row: ['1', 'moss', null] }) },
      shown: { mode: 'edit', key: ['1'] },
    })
    await press('price is NULL')
    await press('name is an empty string')
    expect((await field('name')).placeholder).toBe('EMPTY')
    await press('name uses its default')
    expect((await field('name')).placeholder).toBe("Default: 'moss'")
    await press('Save')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.operations).toMatchObject([
      {
        values: { price: null },
        defaults: ['name'],
        previous: { price: '1.00', name: 'moss' },
      },
    ])
  })

  test('shows a refusal at its column, and keeps the edits', async () => {
    open({
      answers: {
        [changes]: {
          outcome: 'refused',
          operation: 0,
          message: 'numeric field overflow',
          column: 'price',
          sqlstate: '22003',
        },
      },
    })
    await type('price', '1e400')
    await press('Save')
    const price = await field('price')
    await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('numeric field overflow')).toBeTruthy()
    expect(price.value).toBe('1e400')
    expect((await field('name')).hasAttribute('aria-invalid')).toBe(false)
  })

  test('is sent again with the same id when its response is lost', async () => {
    let isCut = true
    const { sent } = open({
      answers: {
        [changes]: () => {
          if (isCut) throw new TypeError('Failed to fetch')
          return saved({ row: ['2', 'heather', null] })
        },
      },
    })
    await type('name', 'heather')
    await press('Save')
    await waitFor(() => expect(sent()).toHaveLength(1))
    await screen.findByRole('button', { name: 'Save', busy: false })
    isCut = false
    await press('Save')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[0]?.id).toBe(sent()[1]?.id)
  })

  test('that was deleted reports that', async () => {
    open({ shown: { mode: 'edit', key: ['9'] } })
    expect(await screen.findByText('Row not found')).toBeTruthy()
  })

  test('that cannot be loaded shows the reason, and is retried', async () => {
    let isDown = true
    const rows = `GET ${database}/tables/42/rows`
    open({
      answers: {
        [rows]: () =>
          isDown
            ? refusal(422, { kind: 'sql_error', message: 'relation is locked' })
            : { rows: [plantRows[1]], has_more: false },
      },
    })
    expect(await screen.findByText('The row could not be loaded')).toBeTruthy()
    expect(screen.getByText(/relation is locked/u)).toBeTruthy()
    isDown = false
    await press('Try again')
    expect((await field('name')).value).toBe('fern')
  })

  test('with truncated values loads them before an edit', async () => {
    const { calls } = open({
      answers: {
        [`GET ${database}/tables/42/rows`]: {
          rows: [['2', 'fer', null]],
          has_more: false,
          cut: [[0, 1]],
        },
        [`GET ${database}/tables/42/cell`]: { value: 'fern of the woods' },
      },
    })
    const name = await field('name')
    expect(name.readOnly).toBe(true)
    await press('Load the full value')
    await waitFor(() => expect(name.value).toBe('fern of the woods'))
    expect(name.readOnly).toBe(false)
    const requested = calls.find(({ route }) => route.endsWith('/cell'))
    expect([requested?.query.get('column'), requested?.query.get('key')]).toEqual(['name', '["2"]'])
  })

  test('links to its neighbours, and disables missing ones', async () => {
    const { onShow } = open()
    await field('name')
    await user.hover(screen.getByRole('button', { name: 'Next row' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain('no more rows in view')
    await press('Previous row')
    expect(onShow).toHaveBeenLastCalledWith({ mode: 'edit', key: ['1'] })
    expect(await screen.findByRole('heading', { name: 'id 1' })).toBeTruthy()
    await waitFor(async () => expect((await field('name')).value).toBe('moss'))
  })

  test('names the child table that stores it', async () => {
    const key = ['id', 'tableoid', 'ctid']
    const owningTable = { ...plants, id: 43, name: 'trees', key: ['id'] }
    open({
      table: { ...plants, key },
      shown: { mode: 'edit', key: ['2', '43', '(0,1)'] },
      answers: {
        [`GET ${database}/tables`]: (_: unknown, query: URLSearchParams) => ({
          tables: query.get('ids') === '43' ? [owningTable] : [],
          has_more: false,
        }),
        [`GET ${database}/tables/42/rows`]: { rows: [plantRows[1]], has_more: false },
      },
    })
    const link = await screen.findByRole('link', { name: 'public.trees' })
    expect(link.getAttribute('href')).toContain('/editor/43')
    expect(link.parentElement?.textContent).toBe(
      'Stored in public.trees, which inherits from plants',
    )
    await press('Duplicate row')
    expect((await screen.findByText(/^The copy is stored in plants/u)).textContent).toBe(
      'The copy is stored in plants, not in public.trees',
    )
  })

  test('without write access is shown read-only', async () => {
    open({ props: { readOnly: 'You need the right to edit rows' } })
    expect((await field('name')).readOnly).toBe(true)
    expect(screen.getAllByText('You need the right to edit rows')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'name is NULL' })).toBeNull()
    await user.hover(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'You need the right to edit rows',
    )
  })
})

describe('a row that another user changed', () => {
  const conflict = (current: (string | null)[] | null) => ({
    outcome: 'conflict',
    conflicts: [{ operation: 0, current }],
  })
  const lost = (answer: object): Answers => {
    let isFirst = true
    return {
      [changes]: () => {
        const said = isFirst ? conflict(['2', 'theirs', '9.99']) : answer
        isFirst = false
        return said
      },
    }
  }

  test('shows the current values, and keeps mine on demand', async () => {
    const { sent } = open({ answers: lost(saved({ row: ['2', 'mine', '9.99'] })) })
    await type('name', 'mine')
    await press('Save')
    expect((await screen.findByText(/name is now/u)).textContent).toBe('name is now theirs')
    expect(sent()).toHaveLength(1)
    await press('Keep mine')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.operations).toMatchObject([
      { values: { name: 'mine' }, previous: { name: 'theirs' } },
    ])
  })

  test('accepts theirs without saving', async () => {
    const { sent, onSaved } = open({ answers: lost(saved()) })
    await type('name', 'mine')
    await press('Save')
    await press('Use theirs')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(['2', 'theirs', '9.99'], ['2'], null))
    expect(sent()).toHaveLength(1)
  })

  test('or deleted keeps the edits', async () => {
    open({ answers: { [changes]: conflict(null) } })
    await type('name', 'mine')
    await press('Save')
    expect(
      await screen.findByText('This row was deleted by someone else. Your edits are kept here'),
    ).toBeTruthy()
    expect((await field('name')).value).toBe('mine')
  })
})

test('edits survive closing the panel, with a notice, and can be discarded', async () => {
  open()
  await type('name', 'heather')
  await press('Cancel')
  await screen.findByText('Your edits to the row are kept')
  await press('Reopen')
  const again = within(await screen.findByRole('complementary', { name: 'Row of plants' }))
  expect(await again.findByText('Unsaved changes from earlier')).toBeTruthy()
  expect((await field('name')).value).toBe('heather')
  await press('Discard')
  expect((await field('name')).value).toBe('fern')
  expect(screen.queryByText('Unsaved changes from earlier')).toBeNull()
})
