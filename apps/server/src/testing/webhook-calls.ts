import { hookDeliveries } from '@basalt/contract/webhooks/deliveries'
import { type NewHook, webhooks as routes } from '@basalt/contract/webhooks/webhooks'

import type { DeliveryFilter } from '../areas/webhooks/delivery-filter.ts'
import type { ConnectedClient } from './test-install.ts'
import { hookContent, type WebhookFixtures } from './webhook-fixtures.ts'

type Filter = Omit<DeliveryFilter, 'webhooks'>
type Edited = { record?: string; old_record?: string }

/** Calls to the webhooks of a project; the owner changes them, a member who only reads lists them. */
export function webhookCalls(
  { owner, ref, db }: WebhookFixtures,
  { reader }: { reader: ConnectedClient },
) {
  const list = (as = owner) => as.call(routes.list, { params: { ref } })
  const find = async (id: number) => {
    const hook = (await list(reader)).hooks.find((one) => one.id === id)
    if (hook === undefined) throw new Error(`There is no hook ${id}`)
    return hook
  }
  return {
    list,
    find,
    /** @returns the id of a hook of the table `orders`, which is created too. */
    async create(change: Partial<NewHook> = {}, as = owner) {
      await db.query('create table if not exists orders (id bigint primary key, note text)')
      return (await as.call(routes.create, { params: { ref }, body: hookContent(change) })).id
    },
    update: async (id: number, change: Partial<NewHook>, version?: string) =>
      owner.call(routes.update, {
        params: { ref, id },
        body: { ...hookContent(change), version: version ?? (await find(id)).version },
      }),
    pause: (id: number) =>
      owner.call(routes.pause, { params: { ref, id }, body: { is_paused: true } }),
    resume: (id: number) =>
      owner.call(routes.pause, { params: { ref, id }, body: { is_paused: false } }),
    remove: (id: number) => owner.call(routes.remove, { params: { ref, id } }),
    deliveries: async (query: object = {}) =>
      (await reader.call(hookDeliveries.list, { params: { ref }, query })).deliveries,
    resend: (id: string, body: Edited = {}, as = owner) =>
      as.call(hookDeliveries.resend, { params: { ref, id }, body }),
    countReplay: (query: Filter) =>
      reader.call(hookDeliveries.countReplay, { params: { ref }, query }),
    replay: async (filter: Filter, lastId: string | null) =>
      (
        await owner.call(hookDeliveries.replay, {
          params: { ref },
          body: { ...filter, last_id: lastId ?? '' },
        })
      ).events,
  }
}
