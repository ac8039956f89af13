import { describe, expect, test } from 'vitest'

import { hourOf, newRef, noon, rowOf, type Subject } from './subject.ts'

const day = 86_400_000

export function describeRetention(subject: Subject): void {
  describe('keeps', () => {
    test('rows for the days of their plan, and no longer', async () => {
      const [free, pro] = [newRef(), newRef()]
      const ages = [0, 3, 10]
      const rows = [free, pro].flatMap((ref) =>
        ages.map((age) => rowOf(ref, { at: noon - age * day })),
      )
      await subject.append(rows, { keepDays: (ref) => (ref === free ? 1 : 28) })
      await subject.store.removeOld(new Date(noon), Number.MAX_SAFE_INTEGER)
      const from = new Date(noon - 30 * day)
      expect(await subject.listAll(hourOf(free, { from }))).toHaveLength(1)
      expect(await subject.listAll(hourOf(pro, { from }))).toHaveLength(3)
      await subject.append([rowOf(free, { at: noon - 3 * day })], { keepDays: () => 28 })
      expect(await subject.listAll(hourOf(free, { from }))).toHaveLength(2)
    })

    test('only the newest rows when all together are too large', async () => {
      const ref = newRef()
      const from = new Date(noon - 30 * day)
      await subject.append([rowOf(ref), rowOf(ref, { at: noon - 2 * day })])
      expect(await subject.store.size()).toBeGreaterThan(0)
      await subject.store.removeOld(new Date(noon), 1)
      expect(await subject.listAll(hourOf(ref, { from }))).toHaveLength(1)
    })
  })
}
