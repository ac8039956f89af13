import type { TableDetail } from '@basalt/contract/database/tables'

import type { ChangeQueue } from './change-queue.ts'
import { disputedIn, getName, withTheirs } from './staged-rows.ts'

type Taken = { name: string; column?: string | undefined }

/** Resolves a conflict with the saved values; it ends once no edit conflicts any more. */
export function takeTheirs(queue: ChangeQueue, { name, column }: Taken, table: TableDetail): void {
  const problem = queue.get().problems.get(name)
  if (problem?.of !== 'conflict') return
  const { current } = problem
  if (!queue.change((rows) => withTheirs(rows, { name, current, column }, table))) return
  const row = queue.get().rows.find((one) => getName(one) === name)
  if (row === undefined || current === null) return
  if (disputedIn(row, current).length === 0) queue.settle(name)
}
