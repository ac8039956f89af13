// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { type Answers, refusal } from '../../../testing/answers.ts'
import { database } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Plants with even numbers up to 10,000, in pages like the server's. */
const all = Array.from({ length: 5000 }, (_, at) => [
  String(2 * at + 2),
  `plant ${2 * at + 2}`,
  null,
])

function getPage(query: URLSearchParams) {
  const number = (name: string) => Number(query.get(name))
  const from: string[] = JSON.parse(query.get('from') ?? query.get('cursor') ?? '[]')
  const search = /"eq","values":\["([^"]*)"\]/u.exec(query.get('view') ?? '')?.[1]
  const [id = search] = from
  if (id !== undefined && !/^\d{1,9}$/u.test(id))
    return refusal(422, { kind: 'sql_error', message: `Not an integer: "${id}"` })
  if (search !== undefined) return { rows: all.filter(([one]) => one === search), has_more: false }
  const limit = number('limit')
  if (query.get('at') === 'end') return { rows: all.slice(-limit), has_more: true }
  const isBackward = query.get('direction') === 'backward'
  const isBehind = query.get('cursor') !== null
  const position = all.findIndex(
    ([one]) => Number(one) >= Number(id ?? 0) + (isBehind && !isBackward ? 1 : 0),
  )
  const start =
    query.get('row') === null ? (position < 0 ? all.length : position) : number('row') - 1
  const rows = isBackward
    ? all.slice(Math.max(0, start - limit), start)
    : all.slice(start, start + limit)
  const has_more = isBackward ? start > limit : start + limit < all.length
  return {
    rows,
    has_more,
    ...(query.get('row') !== null && rows[0] && { from: [rows[0][0]], is_exact: true }),
  }
}

const later = async (ms: number) => new Promise((after) => setTimeout(after, ms))

async function open(key = ['id'], ms = 0) {
  const answers: Answers = {
    [`GET ${database}/tables/${plants.id}/rows`]: async (_, query) => {
      if (ms > 0 && query.get('cursor') === null) await later(ms)
      return getPage(query)
    },
  }
  const app = openTable({ ...plants, key, row_estimate: 5000 }, { rows: [], answers })
  await app.cellWith('plant 2')
  await user.click(await screen.findByRole('button', { name: /^Go to…/u }))
  const form = within(await screen.findByRole('form', { name: 'Go to a row' }))
  return { ...app, form, byKey: () => user.selectOptions(form.getByLabelText('Go by'), 'key') }
}

test.each(['x', '99999999999'])(
  'an invalid key, such as %s, is reported at its field',
  async (text) => {
    const { form, byKey, cellWith } = await open()
    await byKey()
    const field = form.getByRole<HTMLInputElement>('textbox', { name: 'id' })
    await user.type(field, `${text}{Enter}`)
    expect((await form.findByRole('alert')).textContent).toBe(`Not an integer: "${text}"`)
    expect(field.value).toBe(text)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(await cellWith('plant 2')).toBeTruthy()
    expect(screen.queryByText('The rows could not be loaded')).toBeNull()
    await user.clear(field)
    await user.type(field, '600{Enter}')
    expect(await cellWith('plant 600')).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'Go to a row' })).toBeNull()
  },
)

test('an invalid key of several columns is reported, too', async () => {
  const { form, byKey, cellWith } = await open(['id', 'name'])
  await byKey()
  await user.type(form.getByRole('textbox', { name: 'name' }), 'moss')
  await user.type(form.getByRole('textbox', { name: 'id' }), 'x{Enter}')
  expect((await form.findByRole('alert')).textContent).toBe('Not an integer: "x"')
  expect(await cellWith('plant 2')).toBeTruthy()
})

test('a key without a row leads to the next one, with a message', async () => {
  const { byKey, form, cellWith } = await open()
  await byKey()
  await user.type(form.getByRole('textbox', { name: 'id' }), '601{Enter}')
  expect(await cellWith('plant 602')).toBeTruthy()
  expect(await screen.findByText('No row has id 601. Showing the next row.')).toBeTruthy()
})

test('a key after the last one leads to the last row, with a message', async () => {
  const { byKey, form, cellWith } = await open()
  await byKey()
  await user.type(form.getByRole('textbox', { name: 'id' }), '99999{Enter}')
  expect(await cellWith('plant 10000')).toBeTruthy()
  expect(
    await screen.findByText('No row has id 99999 or a later one. Showing the last row.'),
  ).toBeTruthy()
})

// Rows of before are taken away when those of the place are slower than this.
test.each([0, 150])(
  'a row number after the last one leads to the last row, with a message after %d ms',
  async (ms) => {
    const { form, cellWith } = await open(['id'], ms)
    await user.type(form.getByRole('textbox', { name: 'Row number' }), '99999{Enter}')
    expect(await cellWith('plant 10000')).toBeTruthy()
    expect(await screen.findByText('Row 99,999 does not exist. Showing the last rows')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Go to…/u }))
    await user.type(await screen.findByRole('textbox', { name: 'Row number' }), '88888{Enter}')
    expect(await screen.findByText('Row 88,888 does not exist. Showing the last rows')).toBeTruthy()
  },
)
