import { operator, type OperatorNotice } from '@basalt/contract/operator'
import { status } from '@basalt/contract/status'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { noticesQuery } from './queries.ts'

export function NoticesPage() {
  useDocumentTitle('Notices', 'Operator')
  return (
    <PageBody width="form">
      <PageHeader
        title="Notices"
        description="Announcements at the top of the dashboard for all signed-in users. Each user can dismiss a notice permanently."
      />
      <Panel failure="The notices could not be loaded">
        <NoticeList />
      </Panel>
    </PageBody>
  )
}

function NoticeList() {
  const client = useQueryClient()
  const { data: notices } = useSuspenseQuery(noticesQuery())
  const turn = useMutation({
    mutationFn: ({ key, is_on }: Pick<OperatorNotice, 'key' | 'is_on'>) =>
      call(operator.switchNotice, { params: { key }, body: { is_on } }),
    onSuccess: async (list) => {
      client.setQueryData(noticesQuery().queryKey, list)
      await invalidate(client, status.get)
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <ul className="flex flex-col rounded-card border border-line bg-surface">
      {notices.map((notice) => (
        <NoticeRow
          key={notice.key}
          notice={notice}
          isPending={turn.isPending && turn.variables.key === notice.key}
          onTurn={(isOn) => turn.mutate({ key: notice.key, is_on: isOn })}
        />
      ))}
    </ul>
  )
}

type RowProps = { notice: OperatorNotice; isPending: boolean; onTurn: (isOn: boolean) => void }

function NoticeRow({ notice, isPending, onTurn }: RowProps) {
  const id = useId()
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-0">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 flex-none"
        aria-describedby={`${id}-text`}
        checked={notice.is_on}
        disabled={isPending}
        onChange={({ target }) => onTurn(target.checked)}
      />
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          {notice.title}
        </label>
        <p id={`${id}-text`} className="text-ink-soft">
          {notice.message}
        </p>
      </div>
    </li>
  )
}
