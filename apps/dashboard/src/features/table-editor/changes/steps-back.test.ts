import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextStep } from './steps-back.ts'

type Act = 'store' | 'stage' | 'undo' | 'redo'
type One = { at: number; kind: 'stored' | 'waiting' }

/** What is stored and what waits have lists of their own, as the table editor keeps them. */
class Lists {
  readonly steps = [{ current: [] as { id: string; at: number }[] }, { current: [] as never[] }]
  readonly #waiting = [[] as number[], [] as number[]]
  readonly isUnderWay = () => false
  lastAt = (isRedo: boolean) => this.#waiting[isRedo ? 1 : 0]?.at(-1) ?? -1

  make(kind: One['kind'], at: number) {
    const [made, undone] = this.#of(kind)
    made?.push(at)
    undone?.splice(0)
    this.#write(kind, [made, undone])
  }

  step(kind: One['kind'], isRedo: boolean): number | undefined {
    const [made, undone] = this.#of(kind)
    const [from, to] = isRedo ? [undone, made] : [made, undone]
    const at = from?.pop()
    if (at !== undefined) to?.push(at)
    this.#write(kind, [made, undone])
    return at
  }

  #of(kind: One['kind']): (number[] | undefined)[] {
    return kind === 'waiting'
      ? this.#waiting
      : this.steps.map(({ current }) => current.map(({ at }) => at))
  }

  #write(kind: One['kind'], lists: (number[] | undefined)[]) {
    if (kind === 'waiting') return
    for (const [at, step] of this.steps.entries())
      Object.assign(step, {
        current: (lists[at] ?? []).map((one) => ({ id: String(one), at: one })),
      })
  }
}

test('of what is stored and what waits the last act is undone first, and done again last', () => {
  const acts = fc.array(fc.constantFrom<Act>('store', 'stage', 'undo', 'undo', 'redo'), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(acts, (list) => {
      const lists = new Lists()
      const made: One[] = []
      const undone: One[] = []
      for (const [at, act] of list.entries()) {
        if (act === 'store' || act === 'stage') {
          const kind = act === 'store' ? 'stored' : 'waiting'
          lists.make(kind, at)
          made.push({ at, kind })
          undone.splice(0)
          continue
        }
        const [from, to] = act === 'undo' ? [made, undone] : [undone, made]
        const expected = from.pop()
        if (expected !== undefined) to.push(expected)
        const next = nextStep(lists, lists, act === 'redo')
        expect(next).toBe(expected?.kind)
        expect(next && lists.step(next, act === 'redo')).toBe(expected?.at)
      }
    }),
  )
})
