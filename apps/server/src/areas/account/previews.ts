import { featurePreviews, offeredPreviews } from '@basalt/catalog'
import { previews } from '@basalt/contract/previews'
import type { Capability } from '@basalt/contract/route'

import { getPrincipal } from '../../http/context.ts'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Clock } from '../../process/clock.ts'
import type { Store } from '../../store/store.ts'
import { decideGate, type GateState, listGates } from './release-gate-store.ts'

type Services = {
  store: Store
  clock: Clock
  capabilities: readonly Capability[]
  /** A forum that the operator names. */
  discussionsUrl: string | null
}

/** Without a forum users contact the operator. */
const supportForm = '/support/new?category=Problem&subject=Feature+previews'

export function previewFeature({
  store,
  clock,
  capabilities,
  discussionsUrl,
}: Services): Endpoint[] {
  const forum = discussionsUrl ?? supportForm
  return [
    serve(previews.list, async () => {
      const gates = await listGates(store)
      const offered = offeredPreviews({
        hasOrganizations: capabilities.includes('organizations'),
        isOpen: (name) => gates.some((gate) => gate.name === name && gate.is_open),
      })
      return {
        discussionsUrl: forum,
        previews: offered.map((preview) => ({
          ...preview,
          changes: [...preview.changes],
          discussionsUrl: preview.discussionsUrl ?? forum,
        })),
      }
    }),
    serve(previews.gates, async () => (await listGates(store)).map(presentGate)),
    serve(previews.setGate, async ({ params: { name }, body: { is_open } }, context) => {
      const decision = {
        name,
        is_open,
        changed_at: clock(),
        changed_by: getPrincipal(context).email,
      }
      await store.transaction().execute(async (tx) => {
        const wasOpen = await decideGate(tx, decision)
        await context.audit(tx, {
          action: 'release_gate.changed',
          target: { kind: 'release_gate', id: name, name },
          before: { is_open: wasOpen },
          after: { is_open },
        })
      })
      return presentGate(decision)
    }),
  ]
}

const presentGate = ({ name, is_open, changed_at, changed_by }: GateState) => ({
  name,
  is_open,
  changed_at: changed_at?.toISOString() ?? null,
  changed_by,
  previews: featurePreviews
    .filter(({ gate }) => gate === name)
    .map(({ key, name: title, isReleased }) => ({ key, name: title, isReleased })),
})
