import { SearchX } from 'lucide-react'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'

/** The address names no kind of database object. */
export const UnknownKind = ({ projectRef }: { projectRef: string }) => (
  <PageBody>
    <EmptyState
      icon={SearchX}
      title="This page was not found"
      action={
        <Link href={paths.migrations(projectRef)} className={buttonClass()}>
          Go to the database
        </Link>
      }
    >
      The address names no kind of database object.
    </EmptyState>
  </PageBody>
)
