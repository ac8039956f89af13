import { operatorSales, type SalesInquiry } from '@basalt/contract/contact'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call, invalidate, query } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'

/** Inquiries about the Enterprise plan, for operators. */
export function SalesPage() {
  useDocumentTitle('Sales inquiries')
  return (
    <PageBody width="form">
      <PageHeader
        title="Sales inquiries"
        description="Sent through the contact form of the Enterprise plan. Open inquiries are listed first."
      />
      <Panel failure="The inquiries could not be loaded">
        <Inquiries />
      </Panel>
    </PageBody>
  )
}

function Inquiries() {
  const client = useQueryClient()
  const { data } = useSuspenseQuery(query(operatorSales.list, {}))
  const handle = useMutation({
    mutationFn: (id: string) => call(operatorSales.handle, { params: { id } }),
    onSuccess: () => invalidate(client, operatorSales.list),
    onError: (error) => notify.error(error.message),
  })
  if (data.length === 0) {
    return (
      <EmptyState icon={Handshake} title="No inquiries yet">
        Messages sent at {paths.contactSales()} appear here and are emailed to you.
      </EmptyState>
    )
  }
  return (
    <ul className="flex flex-col gap-3">
      {data.map((inquiry) => (
        <li key={inquiry.id}>
          <Inquiry
            inquiry={inquiry}
            isPending={handle.isPending && handle.variables === inquiry.id}
            onHandled={() => handle.mutate(inquiry.id)}
          />
        </li>
      ))}
    </ul>
  )
}

type InquiryProps = { inquiry: SalesInquiry; isPending: boolean; onHandled: () => void }

function Inquiry({ inquiry, isPending, onHandled }: InquiryProps) {
  const { name, email, company, message, created_at: at, handled_at: handled } = inquiry
  return (
    <Card
      title={company}
      description={
        <span className="break-words">
          {name}, <a href={`mailto:${email}`}>{email}</a>, <Time at={at} />
        </span>
      }
      actions={
        handled === null ? (
          <Button
            aria-label={`Mark ${company} as handled`}
            isPending={isPending}
            onClick={onHandled}
          >
            Mark as handled
          </Button>
        ) : (
          <span className="text-xs text-ink-faint">
            Handled <Time at={handled} />
          </span>
        )
      }
    >
      <CardBody>
        <p className="break-words whitespace-pre-wrap text-ink-soft">{message}</p>
      </CardBody>
    </Card>
  )
}
