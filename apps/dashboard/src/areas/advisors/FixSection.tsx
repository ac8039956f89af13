import { advisors } from '@basalt/contract/advisors/advisors'
import { splitStatements } from '@basalt/pg-sql'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { SqlPreview } from '../../product/sql-preview/SqlPreview.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import type { ShownFinding } from './findings.ts'
import { useFix } from './queries.ts'

type Props = { finding: ShownFinding; projectRef: string; onFixed: () => void }

/** The statements that clear the finding, to be read and run. */
export function FixSection({ finding, projectRef, onFixed }: Props) {
  const { key, fix, undo } = finding
  const denied = useDenied(advisors.fix, 'change the database')
  const { mutate, isPending, error } = useFix(projectRef, (hasReverse) => {
    notify.success(hasReverse ? 'Fixed. The migration can be reverted.' : 'Fixed')
    onFixed()
  })
  if (fix === null)
    return (
      <p className="text-ink-soft">
        No statement fixes this by itself: the remedy depends on what the application needs.
      </p>
    )
  const statements = splitStatements(fix).map(({ text }) => ({
    sql: text,
    note: null,
    runs: 'in transaction' as const,
  }))
  return (
    <section aria-label="Fix" className="flex flex-col gap-3">
      <h3 className="font-medium">Fix</h3>
      {error !== null && <FormAlert>{error.message}</FormAlert>}
      <p className="text-ink-soft">
        Runs in one transaction and is recorded as a migration
        {undo === null ? ', which cannot be reverted.' : ' with the statements that revert it.'}
      </p>
      <SqlPreview preview={{ statements, error: null, isPending: false }} />
      <Button
        variant="primary"
        className="self-start"
        isPending={isPending}
        disabledReason={denied}
        onClick={() => mutate({ key, sql: fix })}
      >
        Run the fix
      </Button>
    </section>
  )
}
