import { databaseColumnPrivileges } from '@basalt/contract/database/column-privileges'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { plural } from '../../lib/format/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { listChanges, countChanges, noDraft, type PrivilegeDraft } from './privilege-draft.ts'
import { PrivilegeMatrix } from './PrivilegeMatrix.tsx'
import { privilegesQuery } from './queries.ts'

type Props = {
  place: { ref: string; id: number; role: string }
  draft: PrivilegeDraft
  onChange: (draft: PrivilegeDraft) => void
}

/** Columns by privileges for one role; changes are applied after a preview of their SQL. */
export function PrivilegeEditor({ place, draft, onChange }: Props) {
  const { data: privileges } = useSuspenseQuery(privilegesQuery(place))
  const denied = useDenied(databaseColumnPrivileges.change, 'change column-level privileges')
  const [isReviewing, setIsReviewing] = useState(false)
  const state = { privileges, draft }
  const changes = listChanges(state)
  const count = countChanges(changes)
  const { owner } = privileges.table

  return (
    <>
      {denied !== undefined && (
        <Notice tone="info" title="You can view but not change these privileges">
          {denied}
        </Notice>
      )}
      {owner === place.role && (
        <Notice tone="info" title={`${owner} owns this table`}>
          The owner has all privileges on the table, regardless of grants.
        </Notice>
      )}
      <PrivilegeMatrix state={state} deniedReason={denied} onChange={onChange} />
      {count > 0 && (
        <section
          aria-label="Unsaved changes"
          className="sticky bottom-4 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line-strong bg-raised px-4 py-3 shadow-raised"
        >
          <p className="mr-auto">{plural(count, 'change')}</p>
          <Button onClick={() => onChange(noDraft)}>Discard</Button>
          <Button variant="primary" onClick={() => setIsReviewing(true)}>
            Review SQL
          </Button>
        </section>
      )}
      {isReviewing && (
        <ApplyDialog
          place={place}
          changes={changes}
          onClose={() => setIsReviewing(false)}
          onApplied={() => {
            setIsReviewing(false)
            onChange(noDraft)
          }}
        />
      )}
    </>
  )
}
