import type { IndexProblem } from '@basalt/contract/query-performance/index-advisor'

import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'
import { Badge } from '../../../ui/Status.tsx'

const labels = { unused: 'Unused', duplicate: 'Duplicate', bloated: 'Bloated' } as const

type Props = { projectRef: string; problem: IndexProblem }

/** An index that costs more than it serves, with the statement that changes that. */
export function ProblemCard({ projectRef, problem }: Props) {
  const { category, schema, name, table, size_bytes: size, expected_bytes: expected } = problem
  const open = paths.databaseObject(projectRef, 'indexes', problem.index_id)
  return (
    <Card
      title={`${schema}.${name}`}
      description={
        <>
          <Badge>{labels[category]}</Badge> {problem.reason} {formatBytes(size)} on {table}
          {expected !== null && `, about ${formatBytes(expected)} after a rebuild`}.
        </>
      }
      footer={
        <div className="flex flex-wrap gap-2">
          <Link href={open} className={buttonClass()}>
            {category === 'bloated' ? 'Rebuild on its page' : 'Drop on its page'}
          </Link>
          <CopyButton text={problem.sql} label="Copy SQL" />
        </div>
      }
    >
      <CardBody>
        <div className="flex min-w-0 flex-col gap-2">
          <SqlText sql={problem.sql} />
          <p className="min-w-0 font-mono text-xs break-words text-ink-faint">
            {problem.definition}
          </p>
        </div>
      </CardBody>
    </Card>
  )
}
