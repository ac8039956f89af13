import type { IndexJob } from '@basalt/contract/database/index-jobs'
import { databaseIndexes } from '@basalt/contract/database/objects/indexes'
import {
  indexAdvisor,
  type IndexProof,
  type MissingIndex,
} from '@basalt/contract/query-performance/index-advisor'
import { FlaskConical, GitCommitHorizontal, Sparkles } from 'lucide-react'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatEstimate, plural } from '../../../lib/format/format.ts'
import { useCapability } from '../../../lib/install.tsx'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { askAssistant } from '../../../product/assistant/assistant-opening.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardBody } from '../../../ui/Card.tsx'
import { FormAlert } from '../../../ui/FormAlert.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SqlText } from '../../../ui/SqlText.tsx'
import { formatMs, formatShare } from '../statements/format-figures.ts'
import { BuildState } from './BuildState.tsx'
import { ProofSection } from './ProofSection.tsx'
import { isPending, useBuild, useProve } from './queries.ts'

type Props = {
  projectRef: string
  index: MissingIndex
  proof: IndexProof | undefined
  /** The job that builds it. */
  job: IndexJob | undefined
  /** Why nothing can be proved. */
  obstacle: string | null
}

/** A suggested index: its statements, its proof, and ways to build it. */
export function MissingCard({ projectRef, index, proof, job, obstacle }: Props) {
  const { statements, share, rows, table_bytes: bytes, table_id: tableId } = index
  const served = plural(statements.length, 'statement')
  return (
    <Card
      title={index.key}
      description={
        <>
          Serves {served} with {formatShare(share)} of the time of this range.{' '}
          <Link href={paths.table(projectRef, tableId)} className="link">
            {formatEstimate(rows)} rows
          </Link>
          , {formatBytes(bytes)}.
        </>
      }
      footer={<Actions {...{ projectRef, index, proof, job, obstacle }} />}
    >
      <CardBody>
        <div className="flex min-w-0 flex-col gap-3">
          <SqlText sql={index.sql} />
          <p className="text-ink-soft">{explainColumns(index)}</p>
          {index.lacks_statistics && (
            <Notice tone="warn">
              A column has no statistics yet, so its place in the index is a guess. Run ANALYZE on
              the table first.
            </Notice>
          )}
          <Statements projectRef={projectRef} index={index} />
          <BuildState job={job} />
          <ProofSection projectRef={projectRef} proof={proof} obstacle={obstacle} />
        </div>
      </CardBody>
    </Card>
  )
}

const uses = {
  equality: 'compared for equality',
  join: 'looked up by a join',
  range: 'limited to a range',
  order: 'sorted by',
} as const

const explainColumns = ({ columns, uses: used }: MissingIndex): string =>
  `${columns
    .map(({ name }, at) => `${name} is ${uses[used[at] ?? 'equality']}`)
    .join(', ')}. PostgreSQL reads the whole table for it now.`

const maxListed = 5

function Statements({ projectRef, index: { statements } }: Pick<Props, 'projectRef' | 'index'>) {
  const more = statements.length - maxListed
  return (
    <ul aria-label="Statements" className="divide-y divide-line rounded-control border border-line">
      {statements.slice(0, maxListed).map(({ id, query, calls, total_ms: total }) => (
        <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-3 px-3 py-1.5">
          <Link
            href={paths.queryPerformance(projectRef, { statement: id })}
            className="link min-w-0 flex-1 basis-64 truncate font-mono text-xs"
          >
            {query}
          </Link>
          <span className="tabular flex-none text-xs text-ink-soft">
            {plural(calls, 'call')}, {formatMs(total)}
          </span>
        </li>
      ))}
      {more > 0 && <li className="px-3 py-1.5 text-xs text-ink-faint">and {more} more</li>}
    </ul>
  )
}

function Actions({ projectRef, index, proof, job, obstacle }: Props) {
  const deniedProof = useDenied(indexAdvisor.prove, 'prove indexes')
  const deniedBuild = useDenied(databaseIndexes.apply, 'create indexes')
  const hasAssistant = useCapability('assistant')
  const prove = useProve(projectRef)
  const build = useBuild(projectRef)
  const isProving = proof !== undefined && isPending(proof)
  const isProved = proof?.state === 'done'
  const isBuilding = job !== undefined && isPending(job)
  const error = prove.error ?? build.error
  return (
    <div className="flex w-full flex-col gap-2">
      {error !== null && <FormAlert>{error.message}</FormAlert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant={isProved ? 'secondary' : 'primary'}
          icon={FlaskConical}
          isPending={prove.isPending}
          disabledReason={
            deniedProof ?? obstacle ?? (isProving ? 'This index is proved already' : undefined)
          }
          onClick={() => prove.mutate(index)}
        >
          {proof === undefined ? 'Prove' : 'Prove again'}
        </Button>
        <Button
          variant={isProved ? 'primary' : 'secondary'}
          icon={GitCommitHorizontal}
          isPending={build.isPending}
          tooltip="Builds the index in this database now, without blocking writes, and records a migration"
          disabledReason={deniedBuild ?? (isBuilding ? 'The index is being built' : undefined)}
          onClick={() => build.mutate(index)}
        >
          Build and record migration
        </Button>
        {hasAssistant && (
          <Button
            icon={Sparkles}
            tooltip="Opens a question for review; nothing is sent yet"
            onClick={() =>
              askAssistant({
                text: `The index advisor suggests an index on ${index.key}. Should I create it?`,
                sqlSnippets: [index.sql, ...index.statements.slice(0, 3).map(({ query }) => query)],
              })
            }
          >
            Ask the assistant
          </Button>
        )}
      </div>
    </div>
  )
}
