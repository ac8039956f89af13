import { type IndexProof, indexAdvisor } from '@basalt/contract/query-performance/index-advisor'
import type { OutputOf } from '@basalt/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListChecks, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { RangePicker } from '../../../product/time-range/RangePicker.tsx'
import { useTimeRange } from '../../../product/time-range/use-time-range.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { CheckList } from './CheckList.tsx'
import { MissingCard } from './MissingCard.tsx'
import { ProblemCard } from './ProblemCard.tsx'
import { adviceQuery, proofsQuery, useBuildJobs } from './queries.ts'

type Props = { projectRef: string; query: UrlQuery }

/** Indexes that statements lack, and indexes that cost more than they serve. */
export function IndexesView({ projectRef, query }: Props) {
  const denied = useDenied(indexAdvisor.read, 'see the indexes of this project')
  const isAllowed = denied === undefined
  const { range, renew } = useTimeRange(query)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...adviceQuery(projectRef, range),
    placeholderData: keepPreviousData,
    enabled: isAllowed,
  })
  const { data: proofs } = useQuery({ ...proofsQuery(projectRef), enabled: isAllowed })
  const refresh = () => {
    if (!renew()) void refetch()
  }
  if (denied !== undefined) return <Notice tone="info">{denied}</Notice>
  return (
    <div className="flex min-w-0 flex-col gap-5" aria-busy={isPlaceholderData}>
      <div className="flex flex-wrap items-end gap-2">
        <RangePicker range={range} retentionDays={undefined} />
        <Button icon={RotateCw} isPending={isFetching} onClick={refresh}>
          Check again
        </Button>
      </div>
      {error !== null && (
        <ErrorPanel
          title="The indexes could not be checked"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && data === undefined && <SkeletonRows rows={4} className="h-16" />}
      {error === null && data !== undefined && (
        <Advice projectRef={projectRef} advice={data} proofs={proofs ?? []} />
      )}
    </div>
  )
}

type AdviceProps = {
  projectRef: string
  advice: OutputOf<typeof indexAdvisor.read>
  proofs: readonly IndexProof[]
}

function Advice({ projectRef, advice, proofs }: AdviceProps) {
  const { checks, missing, existing, proof_obstacle: obstacle } = advice
  const jobs = useBuildJobs(projectRef)
  const hasGaps = checks.some(({ state }) => state !== 'checked')
  return (
    <>
      <CheckList checks={checks} />
      {missing.length === 0 && existing.length === 0 && (
        <EmptyState icon={ListChecks} title="No suggestions">
          {hasGaps
            ? 'The checks that were done found nothing. The list above names the others.'
            : 'No statement of this time range lacks an index, and every index is of use.'}
        </EmptyState>
      )}
      {missing.length > 0 && (
        <Section title="Missing indexes">
          {missing.map((index) => (
            <MissingCard
              key={index.key}
              projectRef={projectRef}
              index={index}
              proof={proofs.find(({ key }) => key === index.key)}
              job={jobs.find(({ name, schema }) => name === index.name && schema === index.schema)}
              obstacle={obstacle}
            />
          ))}
        </Section>
      )}
      {existing.length > 0 && (
        <Section title="Indexes to drop or rebuild">
          {existing.map((problem) => (
            <ProblemCard
              key={`${problem.category} ${problem.index_id}`}
              projectRef={projectRef}
              problem={problem}
            />
          ))}
        </Section>
      )}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-3">
    <h2 className="font-medium">{title}</h2>
    {children}
  </section>
)
