import type { QueryLine } from '@basalt/contract/database/query'
import type { SessionState } from '@basalt/contract/database/sessions'

/** The state of a session: without a transaction by default. */
export const state = (more: Partial<SessionState> = {}): SessionState => ({
  id: '0b7d6d7e-6d1f-4c3a-8f65-1f3f5f0f7a12',
  state: 'idle',
  since: null,
  keeps: [],
  ...more,
})
export const session = (more: Partial<SessionState> = {}): QueryLine => ({
  type: 'session',
  state: state(more),
})
export const started = (at = 0, of = 1): QueryLine => ({
  type: 'statement',
  statement: at,
  of,
  start: 0,
  end: 10,
})
export const complete = (at = 0, command = 'UPDATE'): QueryLine => ({
  type: 'complete',
  statement: at,
  command,
  row_count: 2,
  duration_ms: 3,
})
export const held: QueryLine = {
  type: 'held',
  tables: [
    {
      schema: 'public',
      name: 'books',
      inserted: 0,
      updated: 2,
      deleted: 0,
      of: { rows: 30, is_exact: true },
      change: null,
      before: { columns: ['id', 'price'], rows: [['1', '10']] },
      after: { columns: ['id', 'price'], rows: [['1', null]] },
      unseen: null,
    },
    {
      schema: 'stock',
      name: 'shelves',
      inserted: 0,
      updated: 0,
      deleted: 1,
      of: { rows: 5000, is_exact: false },
      change: null,
      before: null,
      after: null,
      unseen: 'It is locked until you commit or roll back',
    },
    {
      schema: 'stock',
      name: 'boxes',
      inserted: 0,
      updated: 0,
      deleted: 0,
      of: { rows: 150, is_exact: false },
      change: 'emptied',
      before: null,
      after: null,
      unseen: null,
    },
  ],
  locks: [{ mode: 'RowExclusiveLock', on: 'public.books' }],
  duration_ms: 12,
  until: new Date(Date.now() + 60_000).toISOString(),
}
