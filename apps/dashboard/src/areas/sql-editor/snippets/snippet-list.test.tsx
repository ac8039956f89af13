// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { content, snippet } from '../../../testing/snippets.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const many = 5000

const snippets = Array.from({ length: many }, (_, at) =>
  snippet(at + 1, { id: `6f2b7a52-35a8-4d0e-9a39-${String(at).padStart(12, '0')}` }),
)

async function openList(shown = 'new') {
  openApp(
    `/project/${shop.ref}/sql/${shown}`,
    signedIn({
      [`GET /platform/pg-meta/${shop.ref}/tables`]: { tables: [], has_more: false },
      [`GET ${content}`]: snippets,
      [`GET ${content}/folders`]: [],
    }),
  )
  return within(await screen.findByRole('tree', { name: 'Saved queries' }))
}

test('of thousands of queries only visible ones are rendered, each with its position', async () => {
  const tree = await openList()
  const items = tree.getAllByRole('treeitem')
  expect(items.length).toBeLessThan(100)
  const [section, first] = items
  expect(section?.ariaExpanded).toBe('true')
  expect(first?.getAttribute('aria-posinset')).toBe('1')
  expect(first?.getAttribute('aria-setsize')).toBe(String(many))
})

test('the keys lead from the first query to the last and back', async () => {
  const tree = await openList()
  const section = await tree.findByRole('treeitem', { name: 'Private' })
  section.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(tree.getByRole('treeitem', { name: 'Query 1' }))
  await userEvent.keyboard('{End}')
  const last = await tree.findByRole('treeitem', { name: `Query ${many}` })
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(last.getAttribute('aria-posinset')).toBe(String(many))
  expect(tree.queryByRole('treeitem', { name: 'Query 1' })).toBeNull()
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() =>
    expect(document.activeElement).toBe(tree.getByRole('treeitem', { name: 'Private' })),
  )
})

test('the open query is scrolled into view', async () => {
  const tree = await openList(snippets[4000]?.id)
  expect(await tree.findByRole('treeitem', { name: 'Query 4001' })).toBeTruthy()
})

test('a search finds one of thousands immediately', async () => {
  const tree = await openList()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search queries' }), '4999')
  expect(await tree.findByRole('treeitem', { name: 'Query 4999' })).toBeTruthy()
  expect(tree.getAllByRole('treeitem')).toHaveLength(1)
})
