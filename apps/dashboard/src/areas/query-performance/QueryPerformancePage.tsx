import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { IndexesView } from './indexes/IndexesView.tsx'
import { LocksView } from './locks/LocksView.tsx'
import { StatementsView } from './statements/StatementsView.tsx'

type Props = { projectRef: string; query: UrlQuery }

const tabs = [
  { id: 'statements', label: 'Statements' },
  { id: 'locks', label: 'Locks' },
  { id: 'indexes', label: 'Indexes' },
] as const
const ids = tabs.map(({ id }) => id)

/** Views of the load that statements cause. */
export function QueryPerformancePage({ projectRef, query }: Props) {
  useDocumentTitle('Query performance', 'Advisors')
  const change = useSearchParams()
  const view = readChoice(query, 'view', ids) ?? 'statements'
  return (
    <PageBody>
      <PageHeader
        title="Query performance"
        description="The load of each statement, from samples of every minute, and the sessions that wait now."
      />
      <TabBar
        label="Query performance"
        tabs={tabs}
        chosen={view}
        onChoose={(id) => change({ view: id === 'statements' ? undefined : id }, { isStep: true })}
      >
        {view === 'indexes' && <IndexesView projectRef={projectRef} query={query} />}
        {view === 'statements' && <StatementsView projectRef={projectRef} query={query} />}
        {view === 'locks' && <LocksView projectRef={projectRef} />}
      </TabBar>
    </PageBody>
  )
}
