import {
  defaultTestedRows,
  type PolicyTestResult,
  type TestedRow,
} from '@basalt/contract/database/policy-tests'
import { type ReactNode, useState } from 'react'

import { plural } from '../../lib/format/format.ts'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { type Column, plainView, type TableView } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { Status } from '../../ui/Status.tsx'
import { type Operation, outcomeLabels } from './outcomes.ts'
import { RowPolicies } from './RowPolicies.tsx'

type Numbered = TestedRow & { number: number }

type Props = { result: PolicyTestResult; operation: Operation; action: ReactNode }

/** The rows of a test with their outcome, and the policies that decided about one of them. */
export function TestResult({ result, operation, action }: Props) {
  const [view, setView] = useState<TableView>(plainView)
  const [openId, open] = useState<string>()
  const rows = result.rows.map((row, number) => ({ ...row, number }))
  const passing = rows.filter(({ outcome }) => outcome === 'passes').length
  const opened = rows.find(({ number }) => String(number) === openId)
  return (
    <section aria-label="Result" className="flex min-w-0 flex-col gap-4">
      {result.bypass !== null && <Notice tone="warn">{result.bypass}.</Notice>}
      {result.hints.map((hint) => (
        <Notice key={hint} tone="warn">
          {hint}
        </Notice>
      ))}
      {result.effects.length > 0 && (
        <Notice tone="info" title="These effects are not rolled back">
          <ul className="list-disc pl-4">
            {result.effects.map((effect) => (
              <li key={effect}>{effect}.</li>
            ))}
          </ul>
        </Notice>
      )}
      {rows.length >= defaultTestedRows && (
        <Notice tone="info">
          Only {defaultTestedRows} rows of the table were tested. It may have more.
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">
          {`${passing} of ${plural(rows.length, 'row')} ${passing === 1 ? 'passes' : 'pass'}`}
        </h2>
        {rows.length > 0 && action}
      </div>
      <SqlText sql={result.statement === '' ? '-- No rows to try' : `${result.statement};`} />
      <DataTable
        label="Tested rows"
        noun="row"
        columns={listColumns(result, operation)}
        rows={rows}
        getId={({ number }) => String(number)}
        getName={({ number }) => `row ${number + 1}`}
        view={view}
        onViewChange={(part) => setView({ ...view, ...part })}
        failure=""
        empty={
          <EmptyState title="The table is empty">
            Insert rows first, or test the operation INSERT.
          </EmptyState>
        }
        onOpen={({ number }) => open(String(number))}
        openId={openId}
      />
      {opened !== undefined && (
        <RowPolicies result={result} row={opened} onClose={() => open(undefined)} />
      )}
    </section>
  )
}

const shownColumns = 5

function listColumns(result: PolicyTestResult, operation: Operation): Column<Numbered>[] {
  const labels = outcomeLabels(operation)
  return [
    {
      id: 'outcome',
      header: 'Outcome',
      width: '150px',
      isName: true,
      cell: ({ outcome }) => <Status tone={labels[outcome].tone}>{labels[outcome].label}</Status>,
      sortValue: ({ outcome }) => outcome,
    },
    {
      id: 'decided',
      header: 'Decided by',
      width: 'minmax(0, 2fr)',
      cell: (row) => describeDecision(result, row),
    },
    ...result.columns.slice(0, shownColumns).map((name, at): Column<Numbered> => ({
      id: `column_${at}`,
      header: name,
      width: 'minmax(0, 1fr)',
      hideBelow: at > 1 ? 'narrow' : 'phone',
      cell: ({ values }) =>
        values[at] === null ? <span className="text-ink-faint">NULL</span> : values[at],
    })),
  ]
}

/** The policies that decided, or that there is none for the rule. */
function describeDecision(result: PolicyTestResult, row: TestedRow): string {
  if (row.outcome === 'failed') return row.message ?? 'Error'
  if (row.missing !== null) {
    return row.missing.rule === 'read'
      ? 'No policy lets the role read it'
      : 'No policy lets the role write it'
  }
  const names = row.decided_by.map((at) => result.policies[at]?.name)
  return [...new Set(names)].join(', ')
}
