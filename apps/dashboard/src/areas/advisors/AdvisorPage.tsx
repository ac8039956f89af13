import type { AdvisorCategory } from '@basalt/catalog/advisor-rule'
import { advisors } from '@basalt/contract/advisors/advisors'
import { useQuery } from '@tanstack/react-query'
import { Download, Play } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { usePreview } from '../../lib/access/previews.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { FindingList } from './FindingList.tsx'
import { listFindings, listUnchecked, type ShownFinding, toCsv } from './findings.ts'
import { levelLabels, levels } from './level-labels.ts'
import { reportQuery, useRunAdvisors } from './queries.ts'
import { RunState } from './RunState.tsx'
import { UncheckedList } from './UncheckedList.tsx'

type Props = { category: AdvisorCategory; projectRef: string; query: UrlQuery }

const titles = { security: 'Security advisor', performance: 'Performance advisor' } as const
const tabs = [...levels, 'ignored', 'unchecked'] as const

/** The findings of the last run in one category. */
export function AdvisorPage({ category, projectRef, query }: Props) {
  useDocumentTitle(titles[category], 'Advisors')
  const denied = useDenied(advisors.read, 'see the findings of the advisors')
  const { data, error, refetch } = useQuery({
    ...reportQuery(projectRef),
    enabled: denied === undefined,
  })
  const run = useRunAdvisors(projectRef)
  const change = useSearchParams()
  const findings = data === undefined ? undefined : listFindings(data, category)
  const unchecked = data === undefined ? [] : listUnchecked(data, category)
  const hasRun = data !== undefined && data.summary.checked_at !== null
  const open = findings?.filter(({ ignored_by: by }) => by === null)
  const first = levels.find((level) => open?.some((one) => one.level === level)) ?? 'error'
  const tab = readChoice(query, 'tab', tabs) ?? first
  const shown = tab === 'ignored' ? findings?.filter(isIgnored) : open?.filter(isOf(tab))
  return (
    <PageBody>
      <PageHeader
        title={titles[category]}
        description={descriptions[category]}
        actions={
          <Actions
            category={category}
            projectRef={projectRef}
            findings={findings ?? []}
            isRunning={run.isPending}
            disabledReason={denied}
            onRun={() => run.mutate()}
          />
        }
      />
      {denied !== undefined && <Notice tone="info">{denied}</Notice>}
      {run.error !== null && (
        <Notice tone="bad" title="The advisors could not run">
          {run.error.message}
        </Notice>
      )}
      {data !== undefined && <RunState report={data} unchecked={unchecked.length} />}
      {denied === undefined && (
        <>
          <TabBar
            label="Findings"
            tabs={listTabs(hasRun ? findings : undefined, unchecked.length)}
            chosen={tab}
            onChoose={(id) => change({ tab: id, finding: undefined }, { isStep: true })}
          />
          {tab === 'unchecked' && (hasRun || data === undefined) ? (
            <UncheckedList rules={data === undefined ? undefined : unchecked} error={error} />
          ) : (
            <FindingList
              // Each tab has its own place and selection.
              key={tab}
              projectRef={projectRef}
              report={data}
              findings={shown}
              all={findings}
              error={error}
              onRetry={() => void refetch()}
              onRun={() => run.mutate()}
              unchecked={unchecked.length}
            />
          )}
        </>
      )}
    </PageBody>
  )
}

const descriptions = {
  security: 'Rules that find data and functions that more people can reach than intended.',
  performance: 'Rules that find tables, indexes and policies that make queries slow.',
} as const

const isIgnored = ({ ignored_by: by }: ShownFinding) => by !== null
const isOf =
  (tab: string) =>
  ({ level }: ShownFinding) =>
    level === tab

/** Without counts before the first run: nothing was found because nothing was checked. */
const listTabs = (findings: readonly ShownFinding[] | undefined, unchecked: number) => [
  ...levels.map((level) => ({
    id: level,
    label: levelLabels[level].plural,
    count: findings?.filter((one) => !isIgnored(one) && one.level === level).length,
  })),
  { id: 'ignored', label: 'Ignored', count: findings?.filter(isIgnored).length },
  { id: 'unchecked', label: 'Not checked', count: findings === undefined ? undefined : unchecked },
]

type ActionsProps = Pick<Props, 'category' | 'projectRef'> & {
  findings: readonly ShownFinding[]
  isRunning: boolean
  disabledReason: string | undefined
  onRun: () => void
}

function Actions(props: ActionsProps) {
  const { category, projectRef, findings, isRunning, disabledReason, onRun } = props
  const [hasRules] = usePreview('advisor-rules')
  const rules = category === 'security' ? paths.securityRules : paths.performanceRules
  const save = () =>
    saveFile(
      `${projectRef}-${category}-advisor.csv`,
      new Blob([toCsv(findings)], { type: 'text/csv' }),
    )
  return (
    <>
      {hasRules && (
        <Link href={rules(projectRef)} className={buttonClass()}>
          Rules
        </Link>
      )}
      <Button
        icon={Download}
        disabledReason={findings.length === 0 ? 'There are no findings to export' : undefined}
        onClick={save}
      >
        Export CSV
      </Button>
      <Button
        variant="primary"
        icon={Play}
        isPending={isRunning}
        disabledReason={disabledReason}
        onClick={onRun}
      >
        Run now
      </Button>
    </>
  )
}
