import { operatorSupport, type SupportStatus, supportStatuses } from '@basalt/contract/support'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useDeferredValue } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams, useSearchText } from '../../lib/browser/use-search-text.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { operatorRequest } from './paths.ts'
import { statusLabels } from './request-labels.ts'
import { RequestRow } from './RequestRow.tsx'

/** Support requests of all users, for operators. */
export function OperatorSupportPage({ query }: { query: UrlQuery }) {
  const status = readChoice(query, 'status', supportStatuses) ?? 'open'
  useDocumentTitle('Support requests')
  const change = useSearchParams()
  const [text, setText] = useSearchText(readText(query, 'search'))
  const requested = useDeferredValue(text)
  return (
    <PageBody>
      <PageHeader title="Support requests" description="Support requests of users, newest first." />
      <Tabs
        label="Filter requests by status"
        tabs={supportStatuses.map((id) => ({ id, label: statusLabels[id] }))}
        chosen={status}
        onChoose={(id) => change({ status: id === 'open' ? undefined : id })}
      />
      <SearchInput label="Search by subject, address or #number" value={text} onChange={setText} />
      <Panel failure="The requests could not be loaded" resetKey={`${status} ${requested}`}>
        <Requests status={status} search={requested} />
      </Panel>
    </PageBody>
  )
}

function Requests({ status, search }: { status: SupportStatus; search: string }) {
  const { list } = operatorSupport
  const query = search === '' ? { status } : { status, search }
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery({
    queryKey: [list.method, list.path, query],
    queryFn: ({ pageParam, signal }) =>
      call(list, { query: { ...query, before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ requests, has_more: hasMore }) =>
      hasMore ? requests.at(-1)?.number : undefined,
  })
  const requests = data.pages.flatMap((page) => page.requests)
  if (requests.length === 0) {
    return search === '' ? (
      <EmptyState icon={Inbox} title={`No ${statusLabels[status].toLowerCase()} requests`}>
        Users contact you at {paths.support({})}; each request is also emailed to you.
      </EmptyState>
    ) : (
      <p className="text-ink-soft">No requests match “{search}”</p>
    )
  }
  return (
    <>
      <ul className="rounded-card border border-line bg-surface">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            href={operatorRequest(request.id)}
            author={
              request.organization_name === null
                ? request.email
                : `${request.email}, ${request.organization_name}`
            }
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className="self-center"
          isPending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Load older requests
        </Button>
      )}
    </>
  )
}
