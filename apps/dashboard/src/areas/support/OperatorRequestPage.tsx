import type { OutputOf } from '@basalt/contract/route'
import { operatorSupport, type SupportRequest } from '@basalt/contract/support'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call } from '../../lib/network/api.ts'
import { FramedNotFound } from '../../product/NotFoundText.tsx'
import { unreadState } from '../../product/object-state.ts'
import { Button } from '../../ui/Button.tsx'
import { ObjectPage } from '../../ui/ObjectPage.tsx'
import { MessageForm } from './MessageForm.tsx'
import { operatorRequests } from './paths.ts'
import { isRequestId, operatorRequestQuery, refreshLists } from './queries.ts'
import { RequestStatus } from './RequestStatus.tsx'
import { RequestView } from './RequestView.tsx'

/** A request of any user, for operators. */
export function OperatorRequestPage({ id }: { id: string }) {
  return isRequestId(id) ? <Request key={id} id={id} /> : <FramedNotFound />
}

type OperatorRequest = OutputOf<typeof operatorSupport.get>

function Request({ id }: { id: string }) {
  const reading = useQuery(operatorRequestQuery(id))
  const request = reading.data
  useDocumentTitle(request === undefined ? 'Request' : `#${request.number}`, 'Support')
  const page = {
    list: { href: operatorRequests(), label: 'All requests' },
    noun: 'request',
    width: 'form',
  } as const
  if (request === undefined) {
    return <ObjectPage {...page} {...unreadState(reading, 'This request could not be loaded')} />
  }
  const { subject, number, email, has_account: hasAccount, status } = request
  return (
    <ObjectPage
      {...page}
      state="ready"
      name={subject}
      description={`Request #${number} from ${email}${hasAccount ? '' : ' (no account)'}`}
      status={<RequestStatus status={status} />}
    >
      <Messages request={request} />
    </ObjectPage>
  )
}

function Messages({ request }: { request: OperatorRequest }) {
  const client = useQueryClient()
  const { id, number, email, has_account: hasAccount, status } = request
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
