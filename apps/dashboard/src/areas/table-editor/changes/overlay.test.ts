import { describe, expect, test } from 'vitest'

import type { QueueState } from '../../../product/row-changes/change-queue.ts'
import type { StagedRows } from '../../../product/row-changes/staged-rows.ts'
import { column } from '../../../testing/plants.ts'
import { getOverlay } from './overlay.ts'

const columns = [
  column('id', { is_identity: true }),
  column('name'),
  column('made', { default_value: 'now()' }),
  column('label', { is_generated: true }),
]
const table = { columns, key: ['id'] }
const state = (rows: StagedRows, more: Partial<QueueState> = {}): QueueState => ({
  rows,
  sent: [],
  status: 'idle',
  problems: new Map(),
  failure: null,
  isSignedOut: false,
  canUndo: false,
  canRedo: false,
  isKept: true,
  ...more,
})
const edited: StagedRows = [
  {
    op: 'update',
    key: ['1'],
    cells: {
      name: { value: 'new', isDefault: false, previous: 'old' },
      made: { value: null, isDefault: true, previous: 'then' },
    },
    seen: ['1', 'old', 'then', '*old'],
  },
]
const inserted: StagedRows = [{ op: 'insert', id: 'n', values: { name: '' } }]
const listCells = (more: Partial<QueueState>) =>
  getOverlay(state(edited, more), table).edits.get('["1"]')

describe('staged rows over the table,', () => {
  test('distinguish an empty text, NULL, a default and a computed column', () => {
    const [row] = getOverlay(state(inserted), table).inserted
    expect(row?.row).toEqual([null, '', null, null])
    expect(row?.nullTexts).toEqual(['default', undefined, 'default', 'computed'])
    expect(listCells({})?.get('made')).toMatchObject({ typed: null, isDefault: true })
  })

  test("distinguish a column with the name of an object's property from a missing one", () => {
    const odd = ['id', 'constructor', 'toString', '__proto__'].map((name) => column(name))
    const values = { id: '1', toString: 'mine' } as unknown as Record<string, string>
    const [row] = getOverlay(state([{ op: 'insert', id: 'n', values }]), {
      columns: odd,
      key: ['id'],
    }).inserted
    expect(row?.row).toEqual(['1', null, 'mine', null])
  })

  test('leave out rows with a former key: its values identify other rows now', () => {
    const staged: StagedRows = [
      ...edited.map((row) => ({ ...row, keyedBy: ['made'] })),
      { op: 'delete', key: ['2'], keyedBy: ['made'], seen: [] },
      { op: 'delete', key: ['3'], keyedBy: ['id'], seen: [] },
    ]
    const { edits, deleted } = getOverlay(state(staged), table)
    expect(edits.size).toBe(0)
    expect([...deleted]).toEqual(['["3"]'])
  })

  test('show a refusal at the faulty column, and at every one without', () => {
    const refused = { of: 'refused', outcome: 'refused', operation: 0, sqlstate: '23514' } as const
    const blamed = (name?: string) => {
      const reportProblems = name === undefined ? {} : { column: name }
      return new Map([['["1"]', { ...refused, message: 'no', ...reportProblems }]])
    }
    const one = listCells({ problems: blamed('name') })
    expect(one?.get('name')).toMatchObject({ state: 'failed', failure: { message: 'no' } })
    expect(one?.get('made')).toMatchObject({ state: 'staged' })
    expect(listCells({ problems: blamed() })?.get('made')).toMatchObject({ state: 'failed' })
    const fresh = new Map([['new n', { ...refused, message: 'no', column: 'name' }]])
    const [row] = getOverlay(state(inserted, { problems: fresh }), table).inserted
    expect(row?.failure).toMatchObject({ message: 'no', column: 'name' })
  })

  test('show for each cell the current value of its row, or that it was deleted', () => {
    const problem = (current: Record<string, string> | null) =>
      new Map([['["1"]', { of: 'conflict' as const, current }]])
    const cells = listCells({
      problems: problem({ name: 'theirs', made: 'then', label: '*theirs' }),
    })
    expect(cells?.get('name')?.failure?.conflict).toEqual({ current: 'theirs' })
    // No one else has changed it: it is only staged.
    expect(cells?.get('made')).toMatchObject({ state: 'staged' })
    expect(listCells({ problems: problem(null) })?.get('name')?.failure).toEqual({
      message: 'This row was deleted by someone else',
      conflict: { isDeleted: true },
    })
  })

  test('are pending, or unanswered, in exactly the sent cells', () => {
    const update = { op: 'update' as const, table: 1, key: ['1'], previous: {} }
    const sent = [
      { id: 'x', operations: [{ ...update, values: { name: 'new' } }], names: ['["1"]'] },
    ]
    const saving = listCells({ sent, status: 'saving' })
    expect([saving?.get('name')?.state, saving?.get('made')?.state]).toEqual(['saving', 'staged'])
    const unknown = listCells({ sent, status: 'unknown' })
    expect(unknown?.get('name')?.failure?.isLost).toBe(true)
    expect(unknown?.get('made')?.failure).toBeUndefined()
    const insert = { op: 'insert' as const, table: 1, values: { name: '' } }
    const added = [{ id: 'y', operations: [insert], names: ['new n'] }]
    const [row] = getOverlay(state(inserted, { sent: added, status: 'unknown' }), table).inserted
    expect(row).toMatchObject({ isSent: true, failure: { isLost: true } })
  })
})
