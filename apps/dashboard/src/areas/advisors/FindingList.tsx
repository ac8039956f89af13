import type { AdvisorReport } from '@basalt/contract/advisors/advisors'
import { ShieldCheck, ShieldQuestion } from 'lucide-react'

import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { columns } from './finding-columns.tsx'
import { FindingPanel } from './FindingPanel.tsx'
import type { ShownFinding } from './findings.ts'

type Props = {
  projectRef: string
  report: AdvisorReport | undefined
  /** Those of the chosen tab. */
  findings: readonly ShownFinding[] | undefined
  /** Of every tab: the URL may name one of another tab. */
  all: readonly ShownFinding[] | undefined
  error: Error | null
  onRetry: () => void
  onRun: () => void
  unchecked: number
}

export function FindingList(props: Props) {
  const { projectRef, report, findings, all, error, onRetry, onRun, unchecked } = props
  const view = useTableView(columns)
  const [openKey, open] = useOpenObject('finding')
  const opened = all?.find(({ key }) => key === openKey)
  const close = () => open(undefined)
  return (
    <>
      {openKey !== undefined && all !== undefined && opened === undefined && (
        <Notice
          tone="info"
          title="This finding was not found"
          action={<Button onClick={close}>Dismiss</Button>}
        >
          The advisors no longer find it.
        </Notice>
      )}
      {opened !== undefined && report !== undefined && (
        <FindingPanel
          key={opened.key}
          finding={opened}
          ignores={report.ignores}
          projectRef={projectRef}
          onClose={close}
        />
      )}
      <DataTable
        label="Findings"
        noun="finding"
        columns={columns}
        rows={findings}
        getId={({ key }) => key}
        getName={({ entry, name }) => `${entry.title}: ${name}`}
        error={error}
        failure="The findings could not be loaded"
        onRetry={onRetry}
        searchLabel="Search findings"
        partial={findPartial(report, findings ?? [])}
        empty={
          <Empty hasRun={report?.summary.checked_at !== null} unchecked={unchecked} onRun={onRun} />
        }
        openId={openKey}
        onOpen={({ key }) => open(key)}
        {...view}
      />
    </>
  )
}

/** Rules with more findings than are listed. */
function findPartial(
  report: AdvisorReport | undefined,
  findings: readonly ShownFinding[],
): string | undefined {
  const rules = new Set(findings.map(({ rule }) => rule))
  const totals = Object.entries(report?.truncated ?? {}).filter(([rule]) => rules.has(rule))
  if (totals.length === 0) return undefined
  const texts = totals.map(([rule, total]) => {
    const title = findings.find((one) => one.rule === rule)?.entry.title ?? rule
    return `${title} has ${total.toLocaleString('en')} findings`
  })
  return `Only the first findings of each rule are listed. ${texts.join('; ')}.`
}

type EmptyProps = { hasRun: boolean; unchecked: number; onRun: () => void }

function Empty({ hasRun, unchecked, onRun }: EmptyProps) {
  if (!hasRun)
    return (
      <EmptyState
        icon={ShieldQuestion}
        title="Not checked yet"
        action={<Button onClick={onRun}>Run now</Button>}
      >
        The advisors run after each change of the database, and every night.
      </EmptyState>
    )
  return (
    <EmptyState icon={ShieldCheck} title="No findings here">
      {unchecked > 0
        ? 'The rules that were checked found nothing. See “Not checked” for the others.'
        : 'Every rule was checked.'}
    </EmptyState>
  )
}
