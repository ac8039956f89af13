import type { SupportSummary } from '@basalt/contract/support'
import { useSuspenseQuery } from '@tanstack/react-query'
import { LifeBuoy, Plus } from 'lucide-react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchText } from '../../lib/browser/use-search-text.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { Panel } from '../../product/Panel.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { supportRequest } from './paths.ts'
import { requestsQuery } from './queries.ts'
import { RequestRow } from './RequestRow.tsx'

/** The requests of the signed-in person. */
export function SupportPage({ query }: { query: UrlQuery }) {
  useDocumentTitle('Support')
  return (
    <PageBody width="form">
      <PageHeader
        title="Support"
        description="Your support requests and their replies."
        actions={<NewRequest />}
      />
      <Panel failure="Your requests could not be loaded">
        <Requests search={readText(query, 'search')} />
      </Panel>
    </PageBody>
  )
}

const NewRequest = () => (
  <Link className={buttonClass({ variant: 'primary' })} href={paths.support({})}>
    <Plus />
    New request
  </Link>
)

function Requests({ search }: { search: string | undefined }) {
  const { data: requests } = useSuspenseQuery(requestsQuery())
  const [text, setText] = useSearchText(search)
  const words = text.trim().toLowerCase()
  const found = requests.filter((request) => isFound(request, words))
  if (requests.length === 0) {
    return (
      <EmptyState icon={LifeBuoy} title="No requests yet" action={<NewRequest />}>
        Contact your administrator about problems or questions.
      </EmptyState>
    )
  }
  return (
    <>
      <SearchInput label="Search requests" value={text} onChange={setText} />
      {found.length === 0 ? (
        <p className="text-ink-soft">No requests match “{text}”</p>
      ) : (
        <ul className="rounded-card border border-line bg-surface">
          {found.map((request) => (
            <RequestRow key={request.id} request={request} href={supportRequest(request.id)} />
          ))}
        </ul>
      )}
    </>
  )
}

const isFound = ({ number, subject, status }: SupportSummary, words: string) =>
  `#${number} ${subject} ${status}`.toLowerCase().includes(words)
