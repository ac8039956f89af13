import { notices } from '@basalt/catalog'
import { operator, type OperatorNotice } from '@basalt/contract/operator'

import { type Endpoint, serve } from '../../http/route.ts'
import { listShownNotices, switchNotice } from '../../status/incident-store.ts'
import type { Store } from '../../store/store.ts'
import type { OperatorServices } from './incidents.ts'

export function noticeFeature({ store, clock, onChange }: OperatorServices): Endpoint[] {
  return [
    serve(operator.listNotices, async () => listNotices(store)),
    serve(operator.switchNotice, async ({ params: { key }, body }, context) => {
      const list = await store.transaction().execute(async (tx) => {
        const before = (await listShownNotices(tx)).includes(key)
        await switchNotice(tx, { key, isOn: body.is_on, at: clock() })
        await context.audit(tx, {
          action: body.is_on ? 'notice.switched_on' : 'notice.switched_off',
          target: { kind: 'notice', id: key },
          before: { is_on: before },
          after: { is_on: body.is_on },
        })
        return listNotices(tx)
      })
      await onChange()
      return list
    }),
  ]
}

async function listNotices(store: Store): Promise<OperatorNotice[]> {
  const shown = await listShownNotices(store)
  return notices.map((notice) => ({ ...notice, is_on: shown.includes(notice.key) }))
}
