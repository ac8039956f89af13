import type { SavedPolicyTest } from '@basalt/contract/database/policy-tests'
import type { ViewerRoles } from '@basalt/pg-model'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Status } from '../../ui/Status.tsx'
import { type Operation, operations } from './outcomes.ts'
import { summarize } from './verdict.ts'

type Props = {
  table: { id: number; schema: string; name: string }
  roles: ViewerRoles['roles']
  tests: readonly SavedPolicyTest[]
}

/** Which operations of which roles on a table have saved tests. */
export function TestMatrix({ table, roles, tests }: Props) {
  const change = useSearchParams()
  const own = tests.filter((one) => one.schema === table.schema && one.table === table.name)
  const restricted = roles.filter(({ bypasses_policies: isFree }) => !isFree)
  const names = [...new Set([...restricted, ...own.map(asRole)].map(({ name }) => name))]
  const pick = (role: string, operation: Operation) =>
    change({ table: String(table.id), role, operation })
  return (
    <div className="overflow-x-auto rounded-card border border-line">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{`Saved tests of ${table.name} by role and operation`}</caption>
        <thead>
          <tr className="border-b border-line text-xs text-ink-faint">
            <th scope="col" className="px-3 py-2 font-medium">
              Role
            </th>
            {operations.map((operation) => (
              <th key={operation} scope="col" className="px-3 py-2 font-medium">
                {operation.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((role) => (
            <tr key={role} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-3 py-2 font-normal">
                {role}
              </th>
              {operations.map((operation) => (
                <td key={operation} className="px-3 py-2 whitespace-nowrap">
                  <Cell
                    tests={own.filter((one) => one.role === role && one.operation === operation)}
                    label={`Test ${operation.toUpperCase()} as ${role}`}
                    onPick={() => pick(role, operation)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const asRole = ({ role }: SavedPolicyTest) => ({ name: role })

type CellProps = { tests: readonly SavedPolicyTest[]; label: string; onPick: () => void }

function Cell({ tests, label, onPick }: CellProps) {
  const summary = summarize(tests)
  if (summary !== undefined) return <Status tone={summary.tone}>{summary.label}</Status>
  return (
    <Button
      size="small"
      variant="ghost"
      className="-ml-2"
      aria-label={`${label}: not tested`}
      onClick={onPick}
    >
      Not tested
    </Button>
  )
}
