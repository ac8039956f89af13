import { operatorSupport, type SupportRequest } from '@basalt/contract/support'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { Panel } from '../../product/Panel.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { MessageForm } from './MessageForm.tsx'
import { operatorRequests } from './paths.ts'
import { operatorRequestQuery, refreshLists } from './queries.ts'
import { RequestStatus } from './RequestStatus.tsx'
import { RequestView } from './RequestView.tsx'

/** A request of any user, for operators. */
export function OperatorRequestPage({ id }: { id: string }) {
  return (
    <PageBody width="form">
      <Link
        href={operatorRequests()}
        className={buttonClass({ variant: 'ghost', size: 'small' }, '-ml-2 self-start')}
      >
        <ArrowLeft />
        All requests
      </Link>
      <Panel failure="This request could not be loaded" resetKey={id}>
        <Request key={id} id={id} />
      </Panel>
    </PageBody>
  )
}

function Request({ id }: { id: string }) {
  const client = useQueryClient()
  const { data: request } = useSuspenseQuery(operatorRequestQuery(id))
  const { number, email, has_account: hasAccount, status } = request
  useDocumentTitle(`#${number}`, 'Support')
  const params = { id }
  const keep = (changed: SupportRequest, said: string) => {
    client.setQueryData(operatorRequestQuery(id).queryKey, changed)
    notify.success(said)
    void refreshLists(client)
  }
  const close = useMutation({
    mutationFn: () => call(operatorSupport.close, { params }),
    onSuccess: (changed) => keep(changed, `Request #${number} was closed`),
    onError: (error) => notify.error(error.message),
  })
  return (
    <>
      <PageHeader
        title={request.subject}
        description={`Request #${number} from ${email}${hasAccount ? '' : ' (no account)'}`}
        meta={<RequestStatus status={status} />}
      />
      <RequestView
        request={request}
        author={email}
        readFile={(file) => call(operatorSupport.attachment, { params: { id: file } })}
      />
      <MessageForm
        request={request}
        label="Reply"
        help={
          hasAccount
            ? `Emailed to ${email} and shown in the request.`
            : `Emailed to ${email}, who can see only this text.`
        }
        submitLabel="Send reply"
        send={(text) => call(operatorSupport.answer, { params, body: { text } })}
        onSent={(changed) => keep(changed, `Reply sent to ${email}`)}
        actions={
          <Button
            isPending={close.isPending}
            disabledReason={status === 'closed' ? 'This request is closed' : undefined}
            onClick={() => close.mutate()}
          >
            Close request
          </Button>
        }
      />
    </>
  )
}
