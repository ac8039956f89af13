import { databaseQuery } from '@basalt/contract/database/query'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'

import { sqlStorage } from '../lib/storage/sql-storage.ts'
import { storage } from '../lib/storage/storage.ts'
import { answeredLines } from './answered-lines.ts'
import { type Answers, shop, signedIn } from './answers.ts'
import { openApp } from './open-app.tsx'

const database = `/platform/pg-meta/${shop.ref}`
const session = '0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a12'

/** Routes about the session of the query that is opened. */
export const sessionRoute = `/platform/pg-meta/${shop.ref}/sessions/${session}`

/** The page of a new query with this text, before anything was run. */
export async function openQuery(text: string, answers: Answers = {}) {
  const app = openApp(
    `/project/${shop.ref}/sql/new`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [], has_more: false },
      [`GET ${database}/viewers`]: {
        roles: [
          { name: 'postgres', bypasses_policies: true },
          { name: 'anon', bypasses_policies: false },
        ],
        setup_sql: null,
      },
      [`GET /platform/projects/${shop.ref}/content`]: [],
      [`POST ${sessionRoute}/touch`]: { id: session, state: 'none', since: null, keeps: [] },
      ...answers,
    }),
  )
  // The page is shown later than this: opening has only started.
  const id = crypto.randomUUID()
  sqlStorage.newSnippet(shop.ref).set(id)
  storage.draft(shop.ref, 'new').set(text)
  sqlStorage.sqlSession(shop.ref, id).set(JSON.stringify({ session }))
  const run = answeredLines(databaseQuery.run)
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.startsWith(`${database}/query`) ? run.answer(url, init) : network(url, init),
  )
  await screen.findByRole('button', { name: 'Run' })
  return { ...app, run, id }
}
