import { ApiError } from '@basalt/contract/errors'
import { type Install, utility } from '@basalt/contract/utility'

import { type Endpoint, serve } from '../../http/route.ts'
import { listMails } from '../../mail/outbox-store.ts'
import type { Store } from '../../store/store.ts'

export function utilityFeature({ store, install }: { store: Store; install: Install }): Endpoint[] {
  return [
    serve(utility.health, async () => ({ status: 'ok' as const })),
    serve(utility.utcTime, async () => ({ utcTime: new Date().toISOString() })),
    serve(utility.install, async () => install),
    serve(utility.outbox, async (_, context) => {
      // The mails hold links that sign people in.
      if (!context.client.isLoopback) {
        throw new ApiError(
          'forbidden',
          'The outbox is readable only on this machine, and only while the public URL of the install is local',
        )
      }
      return listMails(store)
    }),
  ]
}
