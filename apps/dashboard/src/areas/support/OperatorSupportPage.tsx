import { operatorSupport, type SupportStatus, supportStatuses } from '@basalt/contract/support'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useDeferredValue } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TabBar } from '../../ui/TabBar.tsx'
import { operatorRequest } from './paths.ts'
import { listColumns } from './request-columns.tsx'
import { statusLabels } from './request-labels.ts'

type Summary = Awaited<ReturnType<typeof readPage>>['requests'][number]

const columns = listColumns<Summary>(({ email, organization_name: name }) =>
  name === null ? email : `${email}, ${name}`,
)

/** The requests of all users, for the operator of the install. */
export function OperatorSupportPage({ query }: { query: UrlQuery }) {
  const status = readChoice(query, 'status', supportStatuses) ?? 'open'
  useDocumentTitle('Support requests')
  const change = useSearchParams()
  const view = useTableView(columns)
  const search = useDeferredValue(view.view.search.trim())
  const list = useInfiniteQuery({
    queryKey: [operatorSupport.list.method, operatorSupport.list.path, { status, search }],
    queryFn: ({ pageParam, signal }) => readPage({ status, search, before: pageParam }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ requests, has_more: hasMore }) =>
      hasMore ? requests.at(-1)?.number : undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title="Support requests"
      description="Support requests of users, newest first."
      notice={
        <TabBar
          label="Filter requests by status"
          tabs={supportStatuses.map((id) => ({ id, label: statusLabels[id] }))}
          chosen={status}
          onChoose={(id) => change({ status: id === 'open' ? undefined : id }, { isStep: true })}
        />
      }
      label="Support requests"
      noun="request"
      columns={columns}
      rows={list.data?.pages.flatMap(({ requests }) => requests)}
      getId={({ id }) => id}
      getHref={({ id }) => operatorRequest(id)}
      error={list.error}
      failure="The requests could not be loaded"
      onRetry={() => void list.refetch()}
      searchLabel="Search by subject, address or #number"
      empty={
        <EmptyState icon={Inbox} title={`No ${statusLabels[status].toLowerCase()} requests`}>
          Users contact you at {paths.support({})}; each request is also emailed to you.
        </EmptyState>
      }
      paging={{
        hasMore: list.hasNextPage,
        isLoading: list.isFetchingNextPage,
        onLoadMore: () => void list.fetchNextPage(),
        label: 'Load older requests',
        error: list.isFetchNextPageError ? list.error : null,
      }}
      {...view}
    />
  )
}

type PageQuery = { status: SupportStatus; search: string; before: number | undefined }

const readPage = ({ search, ...rest }: PageQuery, signal: AbortSignal) =>
  call(operatorSupport.list, { query: search === '' ? rest : { ...rest, search } }, signal)
