import { support, type SupportRequest } from '@basalt/contract/support'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { FramedNotFound } from '../../product/NotFoundText.tsx'
import { unreadState } from '../../product/object-state.ts'
import { ObjectPage } from '../../ui/ObjectPage.tsx'
import { MessageForm } from './MessageForm.tsx'
import { isRequestId, refreshLists, requestQuery } from './queries.ts'
import { RequestStatus } from './RequestStatus.tsx'
import { RequestView } from './RequestView.tsx'

/** A request of the signed-in person. */
export function RequestPage({ id }: { id: string }) {
  return isRequestId(id) ? <Request key={id} id={id} /> : <FramedNotFound />
}

/** An answer may arrive while the page is open. */
const refreshMs = 30_000

function Request({ id }: { id: string }) {
  const reading = useQuery({ ...requestQuery(id), refetchInterval: refreshMs })
  const request = reading.data
  useDocumentTitle(request === undefined ? 'Request' : `#${request.number}`, 'Support')
  const page = {
    list: { href: paths.supportRequests(), label: 'Your requests' },
    noun: 'request',
    width: 'form',
  } as const
  if (request === undefined) {
    return <ObjectPage {...page} {...unreadState(reading, 'This request could not be loaded')} />
  }
  return (
    <ObjectPage
      {...page}
      state="ready"
      name={request.subject}
      description={`Request #${request.number}`}
      status={<RequestStatus status={request.status} />}
    >
      <Messages request={request} />
    </ObjectPage>
  )
}

function Messages({ request }: { request: SupportRequest }) {
  const client = useQueryClient()
  const params = { id: request.id }
  return (
    <>
      <RequestView
        request={request}
        author="You"
        readFile={(file) => call(support.attachment, { params: { id: file } })}
      />
      <MessageForm
        request={request}
        label={request.status === 'closed' ? 'Reopen request' : 'Add a message'}
        help="Your administrator is notified by email."
        submitLabel="Send message"
        send={(text) => call(support.reply, { params, body: { text } })}
        onSent={(changed) => {
          client.setQueryData(requestQuery(request.id).queryKey, changed)
          notify.success('Message sent')
          void refreshLists(client)
        }}
      />
    </>
  )
}
