import { operator, type OperatorNotice } from '@basalt/contract/operator'
import { status } from '@basalt/contract/status'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { noticesQuery } from './queries.ts'

const columns: Column<OperatorNotice>[] = [
  {
    id: 'title',
    header: 'Notice',
    cell: ({ title }) => <span className="font-medium">{title}</span>,
    detail: ({ message }) => <p className="text-ink-soft">{message}</p>,
    sortValue: ({ title }) => title,
    searchText: ({ title, message }) => `${title}\n${message}`,
  },
  {
    id: 'shown',
    header: 'Shown',
    width: '92px',
    cell: (notice) => <NoticeSwitch notice={notice} />,
    sortValue: ({ is_on: isOn }) => isOn,
    firstDirection: 'descending',
    orderNames: { ascending: 'Hidden first', descending: 'Shown first' },
  },
]

export function NoticesPage() {
  useDocumentTitle('Notices', 'Operator')
  const { data, error, refetch } = useQuery(noticesQuery())
  const view = useTableView(columns)
  return (
    <ListPage
      title="Notices"
      description="Announcements at the top of the dashboard for all signed-in users. Each user can dismiss a notice permanently."
      label="Notices"
      noun="notice"
      columns={columns}
      rows={data}
      getId={({ key }) => key}
      error={error}
      failure="The notices could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search notices"
      empty={<p className="text-ink-soft">This version has no notices.</p>}
      {...view}
    />
  )
}

function NoticeSwitch({ notice: { key, title, is_on: isOn } }: { notice: OperatorNotice }) {
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (next: boolean) =>
      call(operator.switchNotice, { params: { key }, body: { is_on: next } }),
    onSuccess: async (list) => {
      client.setQueryData(noticesQuery().queryKey, list)
      await invalidate(client, status.get)
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <input
      type="checkbox"
      className="size-4 align-middle"
      aria-label={title}
      checked={isOn}
      disabled={toggle.isPending}
      onChange={({ target }) => toggle.mutate(target.checked)}
    />
  )
}
