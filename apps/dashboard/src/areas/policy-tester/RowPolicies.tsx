import type { PolicyTestResult, TestedRow } from '@basalt/contract/database/policy-tests'
import { clsx } from 'clsx'

import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Badge, Status } from '../../ui/Status.tsx'

type Props = {
  result: PolicyTestResult
  row: TestedRow & { number: number }
  onClose: () => void
}

const clauseLabels = { using: 'USING', check: 'WITH CHECK' } as const

const ruleLabels = { read: 'to read the row', write: 'to write the row' } as const

/** The value of every policy for one row; those that decided come first. */
export function RowPolicies({ result, row, onClose }: Props) {
  const entries = result.policies.map((policy, at) => ({
    ...policy,
    verdict: row.verdicts[at] ?? null,
    isDeciding: row.decided_by.includes(at),
  }))
  const sorted = entries.toSorted((a, b) => Number(b.isDeciding) - Number(a.isDeciding))
  return (
    <Dialog isOpen kind="panel" title={`Row ${row.number + 1}`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {row.message !== null && <Notice tone="bad">{row.message}</Notice>}
        {row.missing !== null && (
          <Notice tone="warn">
            There is no permissive policy {ruleLabels[row.missing.rule]}, so no row passes.
          </Notice>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {result.columns.map((name, at) => (
            <div key={name} className="contents">
              <dt className="text-ink-faint">{name}</dt>
              <dd className="truncate font-mono text-xs leading-5">{row.values[at] ?? 'NULL'}</dd>
            </div>
          ))}
        </dl>
        <h3 className="font-semibold">Policies</h3>
        {sorted.length === 0 && <p className="text-ink-soft">No policy applies to this role.</p>}
        <ul className="flex flex-col gap-2">
          {sorted.map((policy, at) => (
            <li
              key={at}
              className={clsx(
                'flex flex-col gap-1 rounded-card border p-3',
                policy.isDeciding ? 'border-accent' : 'border-line',
              )}
            >
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{policy.name}</span>
                {!policy.is_permissive && <Badge>restrictive</Badge>}
                <Status tone={policy.verdict === true ? 'good' : 'bad'}>
                  {policy.verdict === null ? 'error' : policy.verdict ? 'true' : 'false'}
                </Status>
                {policy.isDeciding && <Badge tone="accent">decided</Badge>}
              </span>
              <span className="text-xs text-ink-faint">
                {clauseLabels[policy.clause]}, {ruleLabels[policy.rule]}
              </span>
              <code className="font-mono text-xs break-words">{policy.expression}</code>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
