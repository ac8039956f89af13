import { type Mail, utility } from '@basalt/contract/utility'
import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { Fragment } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/data-table/DataTable.tsx'
import type { Column } from '../../ui/data-table/table-model.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import { splitLinks } from './split-links.ts'

/** The emails that an install without a mail server would have sent. */
export function OutboxPage() {
  useDocumentTitle('Outbox')
  return (
    <main id="content" tabIndex={-1} className="h-full overflow-y-auto bg-canvas outline-none">
      <PageBody>
        <Link href={paths.root()} aria-label="Basalt: start page" className="self-start">
          <Wordmark />
        </Link>
        <PageHeader
          title="Outbox"
          description="This install has no mail server. Its emails are stored here and can only be read on this machine."
          actions={
            <Link href={paths.signIn()} className={buttonClass()}>
              Go to sign in
            </Link>
          }
        />
        <Mails />
      </PageBody>
    </main>
  )
}

const refreshMs = 3000

const columns: Column<Mail>[] = [
  {
    id: 'subject',
    header: 'Email',
    width: 'minmax(0, 3fr)',
    cell: ({ subject }) => <h2 className="font-semibold">{subject}</h2>,
    detail: ({ text }) => <MailText text={text} />,
    sortValue: ({ subject }) => subject,
    searchText: ({ subject, text }) => `${subject}\n${text}`,
  },
  {
    id: 'to',
    header: 'To',
    width: 'minmax(0, 1.2fr)',
    cell: ({ to }) => to,
    sortValue: ({ to }) => to,
  },
  {
    id: 'sent',
    header: 'Sent',
    width: '124px',
    cell: ({ sent_at: at }) => <Time at={at} />,
    sortValue: ({ sent_at: at }) => new Date(at),
    firstDirection: 'descending',
    orderNames: { ascending: 'Oldest first', descending: 'Newest first' },
  },
]

const defaultSort = { column: 'sent', direction: 'descending' } as const

function Mails() {
  const { data, error, refetch } = useQuery({
    ...query(utility.outbox, {}),
    refetchInterval: refreshMs,
  })
  const view = useTableView(columns, { defaultSort })
  return (
    <DataTable
      isTopAligned
      label="Emails"
      noun="email"
      columns={columns}
      rows={data}
      getId={({ id }) => id}
      error={error}
      failure="The outbox could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search emails"
      empty={
        <EmptyState icon={MailOpen} title="No emails yet">
          Sign up or reset your password to see an email with a link here.
        </EmptyState>
      }
      {...view}
    />
  )
}

const MailText = ({ text }: { text: string }) => (
  <p className="break-words whitespace-pre-wrap text-ink-soft">
    {splitLinks(text).map((part, index) => (
      <Fragment key={index}>
        {part.isLink ? (
          <a className="text-accent underline underline-offset-2" href={part.text}>
            {part.text}
          </a>
        ) : (
          part.text
        )}
      </Fragment>
    ))}
  </p>
)
