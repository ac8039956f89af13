// @vitest-environment jsdom
import type { DependencyGraph } from '@basalt/contract/database/dependencies'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { database } from '../../../testing/open-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const path = `/project/${shop.ref}/database/schemas?view=dependencies`
const graph: DependencyGraph = {
  nodes: [
    {
      key: 'a',
      type: 'table',
      description: 'table orders',
      role: 'root',
      page: { type: 'table', id: 7 },
    },
    {
      key: 'b',
      type: 'table constraint',
      description: 'constraint lines_fkey on table lines',
      role: 'dropped',
      page: { type: 'table', id: 9 },
    },
    {
      key: 'c',
      type: 'function',
      description: 'function count_orders()',
      role: 'named',
      page: { type: 'function', id: 11 },
    },
  ],
  edges: [
    { from: 'a', to: 'b' },
    { from: 'a', to: 'c' },
  ],
  dropped: 500,
  is_cut: false,
}

test('an object is found, and its graph is also a list with links to the pages of objects', async () => {
  openApp(
    path,
    signedIn({
      [`GET ${database}/dependencies`]: {
        objects: [{ catalog: 'pg_class', id: 7, type: 'table', description: 'table orders' }],
        has_more: false,
      },
      [`GET ${database}/dependencies/pg_class/7/graph`]: graph,
    }),
  )
  await userEvent.click(await screen.findByRole('link', { name: 'table orders' }))
  expect(
    await screen.findByText(/drops 500 other objects\. The nearest 1 are shown\./u),
  ).toBeTruthy()
  const list = within(screen.getByRole('complementary', { name: 'Objects of the graph' }))
  const linkIn = (title: string, name: string) =>
    within(list.getByRole('region', { name: title }))
      .getByRole('link', { name })
      .getAttribute('href')
  expect(linkIn('Dropped with it', 'constraint lines_fkey on table lines')).toBe(
    `/project/${shop.ref}/editor/9`,
  )
  expect(linkIn('Kept, but may fail', 'function count_orders()')).toBe(
    `/project/${shop.ref}/database/functions/11`,
  )
  expect(list.getByText('It needs no other object.')).toBeTruthy()
})

test('an odd object in the URL leads to the search', async () => {
  openApp(
    `${path}&object=pg_shadow.7`,
    signedIn({ [`GET ${database}/dependencies`]: { objects: [], has_more: false } }),
  )
  expect(await screen.findByText('No matching objects')).toBeTruthy()
})
