// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop } from '../../testing/answers.ts'
import { database } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { column, plants } from '../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup({ delay: null })
const focused = () => document.activeElement
const getName = (element: Element | null) => element?.getAttribute('aria-label')
/** A dialog, and a new page, move the focus in later tasks. */
const aWhile = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 50)
  })

const orders = { ...plants, id: 4711, name: 'orders' }
const open = () =>
  openTable(plants, {
    rows: [['1', 'moss']],
    answers: {
      [`GET ${database}/tables`]: { tables: [plants, orders], has_more: false },
      [`POST ${database}/tables`]: { id: orders.id },
      [`GET ${database}/tables/${orders.id}`]: orders,
      [`GET ${database}/tables/${orders.id}/rows`]: { rows: [], has_more: false },
    },
  })

async function begin() {
  const button = await screen.findByRole('button', { name: 'New table' })
  await user.click(button)
  const name = await screen.findByRole('textbox', { name: 'Table name' })
  await aWhile()
  expect(focused()).toBe(name)
  return button
}

test('cancelling a new table restores the focus to its button', async () => {
  const app = open()
  await app.cellWith('moss')
  const button = await begin()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(app.address()).toBe(`/project/${shop.ref}/editor/${plants.id}`))
  await aWhile()
  expect(focused()).toBe(button)
})

test('after creating a table its rows have the focus', async () => {
  const app = open()
  await app.cellWith('moss')
  await begin()
  await user.keyboard('orders{Control>}{Enter}{/Control}')
  await screen.findByRole('grid', { name: 'Rows of public.orders' })
  await aWhile()
  expect(getName(focused())).toBe('Rows of public.orders')
})

test('rows reloaded with other columns keep the focus, and take it from no other element', async () => {
  let shape = 'one'
  const now = () => ({ ...plants, shape, columns: [column('id'), column(shape)] })
  const app = openTable(plants, {
    rows: [],
    answers: {
      [`GET ${database}/tables/${plants.id}`]: now,
      [`GET ${database}/tables/${plants.id}/rows`]: () => ({
        rows: [['1', `in ${shape}`]],
        has_more: false,
        shape,
      }),
    },
  })
  await app.cellWith('in one')
  shape = 'two'
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await screen.findByRole('gridcell', { name: 'in two' })
  await aWhile()
  expect(getName(focused())).toBe('Rows of public.plants')
  shape = 'three'
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  const search = screen.getByRole('searchbox', { name: 'Search tables' })
  search.focus()
  await screen.findByRole('gridcell', { name: 'in three' })
  await aWhile()
  expect(focused()).toBe(search)
})
