import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { ChangeQueue, type StoredQueue } from './change-queue.ts'
import { discarded, getName, type StagedRows, withCell, withInserts } from './staged-rows.ts'
import { packed, unpacked } from './stored-actions.ts'

/** A queue whose rows are read as they were left in `store`. */
function visit(store: { text: string | undefined }) {
  return new ChangeQueue({
    read: () => unpacked(store.text),
    write: (kept: StoredQueue | undefined) => {
      store.text = kept && packed(kept)
      return true
    },
    readNewer: () => null,
    send: () => Promise.reject(new Error('Nothing is sent')),
    pauses: [],
    makeId: () => 'id',
  })
}

type Action = { action: 'insert' | 'edit' | 'discard' | 'undo' | 'redo'; id: number; value: string }

const acts: fc.Arbitrary<Action[]> = fc.array(
  fc.record({
    action: fc.constantFrom('insert', 'edit', 'edit', 'discard', 'undo', 'redo'),
    id: fc.nat(3),
    value: fc.constantFrom('x', 'y', '?'),
  }),
  { maxLength: 20 },
)

function take(queue: ChangeQueue, { action, id, value }: Action, position: number): void {
  const key = [String(id)]
  const steps: Record<'insert' | 'edit' | 'discard', (rows: StagedRows) => StagedRows> = {
    insert: (rows) => withInserts(rows, [{ id: String(position), values: { name: value } }]),
    edit: (rows) =>
      withCell(rows, { key, column: 'name', value, previous: '?', seen: [String(id), '?'] }),
    discard: (rows) => (rows[0] === undefined ? rows : discarded(rows, getName(rows[0]))),
  }
  if (action === 'undo') queue.undo()
  else if (action === 'redo') queue.redo()
  else queue.change(steps[action])
}

/** The states of undoing to the start, and of redoing everything. */
function walked(queue: ChangeQueue): StagedRows[] {
  const seen = [queue.get().rows]
  while (queue.undo()) seen.push(queue.get().rows)
  while (queue.redo()) seen.push(queue.get().rows)
  return seen
}

describe('stored actions', () => {
  test('are undone and redone as if the page had stayed open, in their order', () => {
    fc.assert(
      fc.property(acts, (all) => {
        const store = { text: undefined as string | undefined }
        const queue = visit(store)
        for (const [position, action] of all.entries()) take(queue, action, position)
        const { rows, canUndo, canRedo } = queue.get()
        const next = visit(store)
        // Without staged rows nothing is stored.
        const isKept = rows.length > 0
        expect(next.get().rows).toEqual(rows)
        expect(next.get()).toMatchObject({
          canUndo: isKept && canUndo,
          canRedo: isKept && canRedo,
        })
        expect(next.last(false)?.at ?? 0).toBeLessThan(1)
        expect(isKept ? walked(next) : []).toEqual(isKept ? walked(queue) : [])
      }),
    )
  })

  test('are stored from the last one back as long as there is space, and each row once', () => {
    const store = { text: undefined as string | undefined }
    const queue = visit(store)
    const many = Array.from({ length: 5000 }, (_, id) => ({ id: `${id}`, values: { name: 'x' } }))
    queue.change((rows) => withInserts(rows, many))
    for (let position = 0; position < 20; position += 1)
      take(queue, { action: 'edit', id: position, value: 'y' }, 0)
    const next = visit(store)
    expect(next.get().rows).toHaveLength(5020)
    expect(walked(next)).toHaveLength(7)
    expect(store.text?.match(/"name":"x"/gu)).toHaveLength(5000)
  })

  test.each([undefined, '', '[]', '{"rows":3}', '{"rows":[],"acts":{}}'])(
    'invalid text is no queue: %s',
    (text) => {
      expect(unpacked(text)).toBeUndefined()
    },
  )
})
