import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextStep } from './undo-steps.ts'

type Action = 'store' | 'stage' | 'undo' | 'redo'
type One = { at: number; kind: 'stored' | 'waiting' }

type Times = { id: string; at: number; since: number }

/** Actions of one kind, which clear only their own redo steps. */
class Acts {
  readonly steps: [{ current: Times[] }, { current: Times[] }] = [{ current: [] }, { current: [] }]
  madeAt = 0

  make(at: number) {
    this.madeAt = at
    this.steps[0].current.push({ id: String(at), at, since: at })
    this.steps[1].current = []
  }

  step(isRedo: boolean, since: number): number | undefined {
    const [from, to] = isRedo ? [this.steps[1], this.steps[0]] : this.steps
    const action = from.current.pop()
    if (action !== undefined) to.current.push({ ...action, since })
    return action?.at
  }

  last = (isRedo: boolean) => this.steps[isRedo ? 1 : 0].current.at(-1)
}

test('undo takes the latest action of saved and staged ones, and redo reverses the order', () => {
  const actions = fc.array(fc.constantFrom<Action>('store', 'stage', 'undo', 'undo', 'redo'), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(actions, (list) => {
      const kinds = { stored: new Acts(), waiting: new Acts() }
      const created: One[] = []
      const undone: One[] = []
      for (const [before, action] of list.entries()) {
        const at = before + 1
        if (action === 'store' || action === 'stage') {
          const kind = action === 'store' ? 'stored' : 'waiting'
          kinds[kind].make(at)
          created.push({ at, kind })
          undone.splice(0)
          continue
        }
        const [from, to] = action === 'undo' ? [created, undone] : [undone, created]
        const expected = from.pop()
        if (expected !== undefined) to.push(expected)
        const { stored, waiting } = kinds
        const madeAt = { current: stored.madeAt }
        const one = { steps: stored.steps, madeAt, isRunning: () => false }
        const next = nextStep(one, waiting, action === 'redo')
        expect(next).toBe(expected?.kind)
        expect(next && kinds[next].step(action === 'redo', at)).toBe(expected?.at)
      }
    }),
    { numRuns: 500 },
  )
})
