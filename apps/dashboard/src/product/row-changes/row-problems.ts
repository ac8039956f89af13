import { own } from '../../lib/forms/own.ts'
import type { Requested, NotSaved, RowProblem } from './change-queue.ts'
import { getName, type StagedRow, type StagedRows } from './staged-rows.ts'

type Problems = ReadonlyMap<string, RowProblem>

/**
 * Rows in conflict by their current keys: the update of a row addressed by `ctid` changes its key,
 * under which the grid finds it.
 */
export function movedRows(rows: StagedRows, problems: Problems) {
  const names = new Map<string, string>()
  const moved = rows.map((row) => {
    const next = movedRow(row, problems.get(getName(row)))
    names.set(getName(row), getName(next))
    return next
  })
  const renamed = [...problems].map(([name, one]) => [names.get(name) ?? name, one] as const)
  return { rows: moved, problems: new Map(renamed) }
}

function movedRow(row: StagedRow, problem: RowProblem | undefined): StagedRow {
  if (row.op === 'insert' || row.keyedBy === undefined) return row
  if (problem?.of !== 'conflict' || problem.current === null) return row
  const { current } = problem
  const key = row.keyedBy.map((column, at) => own(current, column) ?? row.key[at] ?? '')
  return key.every((value, at) => value === row.key[at]) ? row : { ...row, key }
}

/** Rows are mapped to columns at once: the table may be read again before the decision. */
export function listProblems(
  outcome: NotSaved,
  { operations, names }: Requested,
): Map<string, RowProblem> {
  if (outcome.outcome === 'refused')
    return new Map([[names[outcome.operation] ?? '', { of: 'refused', ...outcome }]])
  return new Map(
    outcome.conflicts.map(({ operation, current }) => {
      const columns = outcome.columns?.[operations[operation]?.table ?? 0] ?? []
      const values =
        current && Object.fromEntries(columns.map((name, at) => [name, current[at] ?? null]))
      return [names[operation] ?? '', { of: 'conflict', current: values }]
    }),
  )
}
