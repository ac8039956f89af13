import type { SessionState } from '@basalt/contract/database/sessions'
// @vitest-environment jsdom
import type { HomeBlock } from '@basalt/contract/project/home-blocks'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { state } from '../../../testing/run-lines.ts'
import { content, snippet } from '../../../testing/snippets.ts'
import { closeRuns } from '../runs/open-runs.ts'

const database = `/platform/pg-meta/${shop.ref}`
const id = '6f2b7a52-35a8-4d0e-9a39-0d9f6a4b7d11'
const otherId = '6f2b7a52-35a8-4d0e-9a39-0d9f6a4b7d12'
const session = '0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a13'

afterEach(async () => {
  cleanup()
  await closeRuns(shop.ref, id).catch(() => undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const visits = snippet(1, { id, name: 'Visits' })

const block = (title: string, of: string): HomeBlock => ({
  id: crypto.randomUUID(),
  title,
  look: { kind: 'table' },
  refreshed: 'hand',
  values: [],
  snippet: { id: of, name: 'Visits', is_shared: true },
  created_by: null,
  is_reading: false,
  kept: null,
  failure: null,
  next_at: null,
  rested_since: null,
})

type Stored = { blocks?: HomeBlock[]; session?: Partial<SessionState>; shown?: string }

/** Presses Delete on a query that is not the one being shown. */
async function press({ blocks = [], session: stored, shown }: Stored) {
  const app = openApp(
    `/project/${shop.ref}/sql/${shown ?? 'new'}`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [], has_more: false },
      [`GET ${content}`]: [visits],
      [`GET ${content}/folders`]: [],
      [`GET /platform/projects/${shop.ref}/home-blocks`]: blocks,
      [`POST ${database}/sessions/${session}/touch`]: state({ id: session, ...stored }),
      [`DELETE ${database}/sessions/${session}`]: { ok: true },
      [`DELETE ${content}/${id}`]: { ok: true },
      [`GET ${content}/${id}`]: visits,
      [`POST ${database}/query`]: () => new Promise(() => {}),
    }),
  )
  if (stored !== undefined) sqlStorage.sqlSession(shop.ref, id).set(JSON.stringify({ session }))
  const tree = within(await screen.findByRole('tree', { name: 'Saved queries' }))
  const row = await tree.findByRole('treeitem', { name: 'Visits' })
  if (shown !== undefined) {
    await userEvent.click(await screen.findByRole('button', { name: 'Run' }))
    await screen.findAllByRole('button', { name: 'Cancel' })
  }
  row.focus()
  await userEvent.keyboard('{Delete}')
  const removed = () =>
    app.calls.map(({ route }) => route).filter((route) => route.startsWith('DELETE'))
  return { ...app, removed }
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Delete “Visits”' }))

describe('a query is deleted', () => {
  test('at once when nothing else ends with it', async () => {
    const { removed } = await press({ blocks: [block('Others', otherId)] })
    expect(await screen.findByText('“Visits” deleted')).toBeTruthy()
    expect(removed()).toEqual([`DELETE ${content}/${id}`])
  })

  test('only after a warning that the project home shows it', async () => {
    const blocks = [block('By day', id), block('By week', id), block('Others', otherId)]
    const { removed } = await press({ blocks })
    const requested = await dialog()
    expect(
      requested.getByText(/Its pinned results are removed for everyone: “By day”, “By week”\./u),
    ).toBeTruthy()
    expect(removed()).toEqual([])
    await userEvent.click(requested.getByRole('button', { name: 'Keep it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(removed()).toEqual([])
  })

  test('only after a warning about its open transaction, which is then rolled back', async () => {
    const { removed } = await press({
      session: { state: 'transaction', since: '2026-01-01T00:00:00Z' },
    })
    const requested = await dialog()
    expect(requested.getByText(/Its open transaction is rolled back/u)).toBeTruthy()
    expect(removed()).toEqual([])
    await userEvent.click(requested.getByRole('button', { name: 'Roll back and delete' }))
    await waitFor(() =>
      expect(removed()).toEqual([
        `DELETE ${content}/${id}`,
        `DELETE ${database}/sessions/${session}`,
      ]),
    )
  })

  test('only after a warning that it is running, which is then cancelled', async () => {
    const { removed } = await press({ shown: id })
    const requested = await dialog()
    expect(requested.getByText(/Its run is cancelled/u)).toBeTruthy()
    expect(removed()).toEqual([])
    await userEvent.click(requested.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(removed()).toContain(`DELETE ${content}/${id}`))
  })

  test('at once when its session has expired', async () => {
    const { removed } = await press({ session: { state: 'none' } })
    expect(await screen.findByText('“Visits” deleted')).toBeTruthy()
    expect(removed()).toContain(`DELETE ${content}/${id}`)
  })
})
