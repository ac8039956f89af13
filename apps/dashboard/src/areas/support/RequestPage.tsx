import { support } from '@basalt/contract/support'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'

import { notify } from '../../lib/browser/toast.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { Panel } from '../../product/Panel.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { MessageForm } from './MessageForm.tsx'
import { refreshLists, requestQuery } from './queries.ts'
import { RequestStatus } from './RequestStatus.tsx'
import { RequestView } from './RequestView.tsx'

/** A request of the signed-in person. */
export function RequestPage({ id }: { id: string }) {
  return (
    <PageBody width="form">
      <Link
        href={paths.supportRequests()}
        className={buttonClass({ variant: 'ghost', size: 'small' }, '-ml-2 self-start')}
      >
        <ArrowLeft />
        Your requests
      </Link>
      <Panel failure="This request could not be loaded" resetKey={id}>
        <Request key={id} id={id} />
      </Panel>
    </PageBody>
  )
}

/** An answer may arrive while the page is open. */
const refreshMs = 30_000

function Request({ id }: { id: string }) {
  const client = useQueryClient()
  const { data: request } = useSuspenseQuery({ ...requestQuery(id), refetchInterval: refreshMs })
  useDocumentTitle(`#${request.number}`, 'Support')
  const params = { id }
  return (
    <>
      <PageHeader
        title={request.subject}
        description={`Request #${request.number}`}
        meta={<RequestStatus status={request.status} />}
      />
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
          client.setQueryData(requestQuery(id).queryKey, changed)
          notify.success('Message sent')
          void refreshLists(client)
        }}
      />
    </>
  )
}
