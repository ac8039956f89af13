import { type Mail, utility } from '@basalt/contract/utility'
import { useSuspenseQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { Fragment } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { buttonClass } from '../../ui/Button.tsx'
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
      <PageBody width="form">
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
        <Panel failure="The outbox could not be loaded">
          <Mails />
        </Panel>
      </PageBody>
    </main>
  )
}

const refreshMs = 3000

function Mails() {
  const { data } = useSuspenseQuery({ ...query(utility.outbox, {}), refetchInterval: refreshMs })
  const mails = data.toSorted((a, b) => b.sent_at.localeCompare(a.sent_at))
  if (mails.length === 0) {
    return (
      <EmptyState icon={MailOpen} title="No emails yet">
        Sign up or reset your password to see an email with a link here.
      </EmptyState>
    )
  }
  return (
    <ul className="flex flex-col gap-3">
      {mails.map((mail) => (
        <MailCard key={mail.id} mail={mail} />
      ))}
    </ul>
  )
}

function MailCard({ mail }: { mail: Mail }) {
  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3">
        <h2 className="font-semibold">{mail.subject}</h2>
        <span className="text-xs text-ink-faint">
          to {mail.to}, <Time at={mail.sent_at} />
        </span>
      </div>
      <p className="px-4 py-3 break-words whitespace-pre-wrap text-ink-soft">
        {splitLinks(mail.text).map((part, index) => (
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
    </li>
  )
}
