import { operatorSales, type SalesInquiry } from '@basalt/contract/contact'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'

const columns: Column<SalesInquiry>[] = [
  {
    id: 'company',
    header: 'Company',
    width: 'minmax(0, 1fr)',
    cell: (inquiry) => <Sender inquiry={inquiry} />,
    sortValue: ({ company }) => company,
    searchText: ({ company, name, email }) => `${company} ${name} ${email}`,
  },
  {
    id: 'message',
    header: 'Message',
    width: 'minmax(0, 2fr)',
    hasLabel: false,
    cell: ({ message }) => (
      <p className="break-words whitespace-pre-wrap text-ink-soft">{message}</p>
    ),
    searchText: ({ message }) => message,
  },
  {
    id: 'sent',
    header: 'Sent',
    width: '124px',
    cell: ({ created_at: at }) => <Time at={at} />,
    sortValue: ({ created_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

/** Inquiries about the Enterprise plan, for the operator of the install. */
export function SalesPage() {
  useDocumentTitle('Sales inquiries')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query(operatorSales.list, {}))
  const view = useTableView(columns)
  const handle = useMutation({
    mutationFn: (id: string) => call(operatorSales.handle, { params: { id } }),
    onSuccess: () => invalidate(client, operatorSales.list),
    onError: (failure) => notify.error(failure.message),
  })
  return (
    <ListPage
      title="Sales inquiries"
      description="Sent through the contact form of the Enterprise plan. Open inquiries are listed first."
      label="Sales inquiries"
      noun="inquiry"
      nouns="inquiries"
      columns={columns}
      rows={data}
      getId={({ id }) => id}
      error={error}
      failure="The inquiries could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search inquiries"
      empty={
        <EmptyState icon={Handshake} title="No inquiries yet">
          Messages sent at {paths.contactSales()} appear here and are emailed to you.
        </EmptyState>
      }
      actionsWidth="150px"
      renderActions={(inquiry) => (
        <Handling
          inquiry={inquiry}
          isPending={handle.isPending && handle.variables === inquiry.id}
          onHandled={() => handle.mutate(inquiry.id)}
        />
      )}
      {...view}
    />
  )
}

const Sender = ({ inquiry: { company, name, email } }: { inquiry: SalesInquiry }) => (
  <>
    <span className="block font-medium break-words">{company}</span>
    <span className="block text-xs break-words text-ink-faint">
      {name}, <a href={`mailto:${email}`}>{email}</a>
    </span>
  </>
)

type HandlingProps = { inquiry: SalesInquiry; isPending: boolean; onHandled: () => void }

function Handling({ inquiry, isPending, onHandled }: HandlingProps) {
  const { company, handled_at: at } = inquiry
  if (at === null) {
    return (
      <Button aria-label={`Mark ${company} as handled`} isPending={isPending} onClick={onHandled}>
        Mark as handled
      </Button>
    )
  }
  return (
    <span className="text-xs text-ink-faint">
      Handled <Time at={at} />
    </span>
  )
}
