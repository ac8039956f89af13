import type { AdvisorCategory, AdvisorRuleEntry } from '@basalt/catalog/advisor-rule'
import { advisorGuide } from '@basalt/catalog/advisor-rules'
import { type AdvisorReport, advisors } from '@basalt/contract/advisors/advisors'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listRules } from './findings.ts'
import { IgnoredNotice } from './IgnoredNotice.tsx'
import { IgnoreForm } from './IgnoreForm.tsx'
import { reportQuery } from './queries.ts'
import { getRuleState, ruleColumns, type ShownRule } from './rule-columns.tsx'

type Props = { category: AdvisorCategory; projectRef: string }

const titles = { security: 'Security rules', performance: 'Performance rules' } as const

/** The rules of a category, to be turned off and on. */
export function RuleList({ category, projectRef }: Props) {
  useDocumentTitle(titles[category], 'Advisors')
  const denied = useDenied(advisors.read, 'see the rules of the advisors')
  const { data, error, refetch } = useQuery({
    ...reportQuery(projectRef),
    enabled: denied === undefined,
  })
  const view = useTableView(ruleColumns)
  const [openName, open] = useOpenObject('rule')
  const page = category === 'security' ? paths.securityAdvisor : paths.performanceAdvisor
  return (
    <ListPage
      title={titles[category]}
      description="Turn off rules that do not fit this project, for yourself or for everyone."
      actions={
        <Link href={page(projectRef)} className={buttonClass()}>
          Findings
        </Link>
      }
      denied={denied}
      label="Rules"
      noun="rule"
      columns={ruleColumns}
      rows={data === undefined ? undefined : listShown(category, data)}
      getId={({ entry }) => entry.name}
      error={error}
      failure="The rules could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search rules"
      empty={
        <EmptyState icon={ListChecks} title="No rules">
          The catalogue is empty.
        </EmptyState>
      }
      openId={openName}
      onOpen={({ entry }) => open(entry.name)}
      onClose={() => open(undefined)}
      renderOpen={(rule) => (
        <RulePanel rule={rule} projectRef={projectRef} onClose={() => open(undefined)} />
      )}
      {...view}
    />
  )
}

const listShown = (category: AdvisorCategory, report: AdvisorReport): ShownRule[] =>
  listRules(category).map((entry) => ({
    entry,
    ignore: report.ignores.find(({ rule, key }) => rule === entry.name && key === null),
    unchecked: report.unchecked.find(({ rule }) => rule === entry.name)?.message,
    count:
      report.truncated[entry.name] ??
      report.findings.filter(({ rule }) => rule === entry.name).length,
  }))

type PanelProps = { rule: ShownRule; projectRef: string; onClose: () => void }

function RulePanel({ rule, projectRef, onClose }: PanelProps) {
  const { entry, ignore, unchecked } = rule
  return (
    <Dialog
      isOpen
      kind="panel"
      width="medium"
      title={entry.title}
      description={entry.about}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <p>
          {getRuleState(rule).label}
          {unchecked === undefined ? '' : `: ${unchecked}`}
        </p>
        <p className="text-ink-soft">{entry.remedy}</p>
        <GuideLink entry={entry} />
        {ignore === undefined ? (
          <IgnoreForm
            projectRef={projectRef}
            rule={entry.name}
            findingKey={null}
            onDone={onClose}
          />
        ) : (
          <IgnoredNotice ignore={ignore} projectRef={projectRef} />
        )}
      </div>
    </Dialog>
  )
}

const GuideLink = ({ entry }: { entry: AdvisorRuleEntry }) => (
  <a href={advisorGuide(entry)} target="_blank" rel="noreferrer" className="link self-start">
    Guide
  </a>
)
