import { formatExact } from '../../../lib/format/format-time.ts'
import { plural } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { StatementList } from './figures.ts'

type Props = { projectRef: string; answer: StatementList }

/** So many restarts are listed with their time. */
const listed = 3

/** Facts without which the figures would be misread. */
export function StatementNotices({ projectRef, answer }: Props) {
  const { is_counting: isCounting, first_sample_at: first, evictions, restarts } = answer
  return (
    <>
      {isCounting === false && first !== null && (
        <Notice
          tone="warn"
          title="PostgreSQL does not count statements"
          action={<EnableLink projectRef={projectRef} />}
        >
          The figures are those of earlier samples.
        </Notice>
      )}
      {isCounting === null && (
        <Notice tone="warn" title="The database does not answer">
          The figures are those of earlier samples.
        </Notice>
      )}
      {restarts.length > 0 && (
        <Notice tone="info">
          Statistics were reset or PostgreSQL was restarted {plural(restarts.length, 'time')} in
          this time range, last at {restarts.slice(-listed).map(formatExact).join(', ')}. Earlier
          samples are kept.
        </Notice>
      )}
      {evictions > 0 && (
        <Notice
          tone="info"
          title={`PostgreSQL removed statements ${plural(evictions, 'time')}`}
          action={
            <Link href={paths.projectDatabase(projectRef)} className={buttonClass()}>
              Database settings
            </Link>
          }
        >
          It counts only as many statements as <code>pg_stat_statements.max</code> allows. Calls
          between the last sample and the removal are missing.
        </Notice>
      )}
    </>
  )
}

export const EnableLink = ({ projectRef }: { projectRef: string }) => (
  <Link href={paths.extensions(projectRef, 'pg_stat_statements')} className={buttonClass()}>
    Enable pg_stat_statements
  </Link>
)
