import { operatorSupport, type SupportStatus } from '@basalt/contract/support'

import type { Context } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { presentFile } from './attachments.ts'
import { inBackground } from './send-mails.ts'
import { answerMail } from './support-mails.ts'
import {
  insertSupportMessage,
  listSupportRequests,
  lockSupportRequest,
  readAttachment,
  readSupportRequest,
  setSupportStatus,
} from './support-request-store.ts'
import { present, type SupportServices } from './support.ts'

/** Support requests of all users, for operators. */
export function operatorSupportFeature(services: SupportServices): Endpoint[] {
  const { store } = services
  return [
    serve(operatorSupport.list, async ({ query }) => listSupportRequests(store, query)),
    serve(operatorSupport.get, async ({ params }) =>
      present(await readSupportRequest(store, params.id)),
    ),
    serve(operatorSupport.attachment, async ({ params }) =>
      presentFile(await readAttachment(store, params.id)),
    ),
    serve(operatorSupport.answer, async ({ params, body }, context) => {
      const { text } = body
      const change = { id: params.id, status: 'answered', action: 'answered' } as const
      const request = await settle(services, context, {
        ...change,
        also: (tx) =>
          insertSupportMessage(tx, {
            requestId: params.id,
            isAnswer: true,
            text,
            at: services.clock(),
          }),
      })
      inBackground(services)(answerMail(services, request, text))
      return request
    }),
    serve(operatorSupport.close, async ({ params }, context) =>
      settle(services, context, { id: params.id, status: 'closed', action: 'closed' }),
    ),
  ]
}

type Change = {
  id: string
  status: SupportStatus
  action: 'answered' | 'closed'
  also?: (tx: Store) => Promise<void>
}

const settle = (
  { store, clock }: SupportServices,
  context: Context,
  { id, status, action, also }: Change,
) =>
  store.transaction().execute(async (tx) => {
    const before = await lockSupportRequest(tx, id)
    if (before === null) return present(null)
    await also?.(tx)
    await setSupportStatus(tx, id, { status, at: clock() })
    await context.audit(tx, {
      action: `support_request.${action}`,
      target: { kind: 'support_request', id, name: `#${before.number}` },
      before: { status: before.status },
      after: { status },
    })
    return present(await readSupportRequest(tx, id))
  })
