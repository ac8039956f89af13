// @vitest-environment jsdom
import { setTimeout } from 'node:timers/promises'

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { plants } from '../../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const table = `${database}/tables/${plants.id}`
const noCost = { refusal: null, estimated_rows: 1, scan: null, index: null }

describe('a filter in the form', () => {
  const written = async (
    options: { search?: string; answers?: Answers; rows?: string[][] } = {},
  ) => {
    const { answers, search, rows = [['1', 'moss']] } = options
    const app = openTable(plants, {
      rows,
      search,
      answers: { [`GET ${table}/rows/plan`]: noCost, ...answers },
    })
    await user.click(await screen.findByRole('button', { name: /^Filter/u }))
    const form = within(await screen.findByRole('form', { name: 'Filter' }))
    await user.selectOptions(form.getByLabelText('Column'), 'id')
    await user.type(form.getByLabelText('Value'), '7')
    const requested = () =>
      app.calls.filter(
        ({ route, query }) =>
          route === `GET ${table}/rows` && query.get('view')?.includes('"7"') === true,
      )
    return { app, form, requested }
  }

  test('is prefetched, and not requested again when it is applied', async () => {
    const { app, form, requested } = await written()
    await waitFor(() => expect(requested()).toHaveLength(1))
    expect(app.address()).not.toContain('filter')
    await user.click(form.getByRole('button', { name: 'Apply' }))
    await screen.findByRole('region', { name: 'Active filters and sort' })
    await waitFor(() => expect(app.address()).toContain('filter=id.eq.7'))
    expect(requested()).toHaveLength(1)
  })

  test('is not restored by the next one once it was removed', async () => {
    const { app, form } = await written()
    await user.click(form.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(app.address()).toContain('filter=id.eq.7'))
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    const value = await screen.findByLabelText<HTMLInputElement>('Value')
    expect(value.value).toBe('')
  })

  test('is applied as soon as its rows arrive, without a debounce', async () => {
    let answer: (plan: object) => void = () => {}
    const planned = new Promise<object>((resolve) => (answer = resolve))
    const { app, form, requested } = await written({
      answers: { [`GET ${table}/rows/plan`]: () => planned },
    })
    await user.click(form.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(app.address()).toContain('filter=id.eq.7'))
    expect(requested()).toHaveLength(1)
    answer(noCost)
    await screen.findByRole('region', { name: 'Active filters and sort' })
    expect(requested()).toHaveLength(1)
  })

  test('whose rows are refused is not applied, and shows the error', async () => {
    const refused = { message: 'invalid input syntax for type bigint' }
    const { app, form, requested } = await written({
      answers: {
        [`GET ${table}/rows`]: (_, query) => {
          if (query.get('view') === null) return { rows: [['1', 'moss']], has_more: false }
          return refusal(400, { kind: 'invalid_request', ...refused })
        },
        [`GET ${table}/rows/plan`]: { ...noCost, refusal: refused },
      },
    })
    await user.click(form.getByRole('button', { name: 'Apply' }))
    expect((await form.findByRole('alert')).textContent).toBe(refused.message)
    expect(requested()).toHaveLength(1)
    expect(app.address()).not.toContain('filter')
  })

  test('is loaded when it is applied if the rows are sorted', async () => {
    const { app, form, requested } = await written({ search: '?sort=name' })
    const isPlanned = () => app.calls.some(({ query }) => query.get('view')?.includes('"7"'))
    await waitFor(() => expect(isPlanned()).toBe(true))
    await setTimeout(100)
    expect(requested()).toHaveLength(0)
    await user.click(form.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(requested()).toHaveLength(1))
  })

  test.each([
    ['a cell is edited', () => user.keyboard('heather{Enter}')],
    ['cells are pasted', () => user.paste('heather\nfern')],
  ])('is requested again when %s in the meantime', async (_, action) => {
    const two = [
      ['1', 'moss'],
      ['2', 'ivy'],
    ]
    const { app, form, requested } = await written({
      rows: two,
      answers: {
        [`POST ${database}/changes`]: saved({ row: ['1', 'heather'] }, { row: ['2', 'fern'] }),
      },
    })
    await waitFor(() => expect(requested()).toHaveLength(1))
    await user.click(form.getByLabelText('Value'))
    await user.keyboard('{Escape}')
    await user.click(await app.cellWith('moss'))
    await action()
    await app.cellWith('heather')
    await screen.findByText(/^Saved/u)
    await user.click(await screen.findByRole('button', { name: /^Filter/u }))
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(app.address()).toContain('filter=id.eq.7'))
    expect(requested()).toHaveLength(2)
  })
})
