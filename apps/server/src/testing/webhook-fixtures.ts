import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { integrations } from '@basalt/contract/integrations/integrations'
import { type NewHook, webhooks } from '@basalt/contract/webhooks/webhooks'
import type { ProjectDatabase, Queryable } from '@basalt/engine'

import { ProjectOutbox } from '../areas/webhooks/project-outbox.ts'
import { type ProjectFixtures, projectFixtures } from './project-fixtures.ts'

export type Arrival = {
  at: number
  request: IncomingMessage
  body: string
  /** The payload's row, or the former one of a deleted row. */
  row: Record<string, unknown>
  type: string
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

type Answering = (arrival: Arrival, response: ServerResponse) => void

/** A receiver on this machine that answers with a function of the test; it accepts everything at first. */
async function startReceiver() {
  const arrivals: Arrival[] = []
  const state = { answer: ((_, response) => void response.end()) as Answering }
  const server = createServer(async (request, response) => {
    const at = performance.now()
    const body = await text(request).catch(() => '')
    const { record, old_record: old, type } = body === '' ? {} : JSON.parse(body)
    const arrival = { at, request, body, row: record ?? old ?? {}, type }
    arrivals.push(arrival)
    state.answer(arrival, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    arrivals,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answer: (answer: Answering) => (state.answer = answer),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type HookOptions = {
  headers?: string
  timeoutMs?: number
  maxAttempts?: number
  secret?: string
}

export type WebhookFixtures = Awaited<ReturnType<typeof webhookFixtures>>

const log = { info() {}, warn() {}, error() {} }

/** A table with a key and a text, and its hook. */
async function createHook(
  db: Queryable,
  { table, url, options }: { table: string; url: string; options: HookOptions },
) {
  const { headers = '{}', timeoutMs = 1000, maxAttempts = 10, secret = null } = options
  await db.query(`create table if not exists ${table} (id bigint primary key, note text)`)
  const parameters = [url, 'POST', headers, '{}', String(timeoutMs)]
  const literals = parameters.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')
  await db.query(`create trigger ${table}_hook after insert or update or delete on ${table}
        for each row execute function supabase_functions.http_request(${literals})`)
  await db.query(
    `insert into supabase_functions.hook_settings (table_id, hook, max_attempts, signing_secret)
         values ($1::regclass, $2, $3, $4)`,
    [table, `${table}_hook`, maxAttempts, secret],
  )
}

type Delivery = { retryMs?: number; probeMs?: number; db?: ProjectDatabase }

/** A project with webhooks and pg_net, whose events are delivered while a test runs. */
export async function webhookFixtures() {
  const fixtures = await projectFixtures()
  const { install, ref } = fixtures
  const { parts, store, logs, engine } = install
  const db = await engine.open(ref, 'owner')
  await fixtures.owner.call(integrations.install, { params: { ref, id: 'vault' }, body: {} })
  await db.query('create extension basalt_webhooks')
  await db.query('create extension pg_net')
  const failing: string[] = []
  const running: { close: () => Promise<void> }[] = []
  const receivers: Receiver[] = []
  return {
    ...fixtures,
    db,
    /** Errors of hooks that were paused because their receiver fails. */
    failing,
    async receiver() {
      const receiver = await startReceiver()
      receivers.push(receiver)
      return receiver
    },
    hook: (table: string, url: string, options: HookOptions = {}) =>
      createHook(db, { table, url, options }),
    /** Delivers, as each process does. */
    deliver({ db: used = db, ...pauses }: Delivery = {}) {
      const services = { ...parts, store, engine, logs, log, retryMs: 20, probeMs: 100, ...pauses }
      const onFailing = async (_: unknown, error: string) => void failing.push(error)
      const outbox = new ProjectOutbox({ ref, db: used, services, onFailing })
      const ended = outbox.run().catch(() => undefined)
      const one = {
        async close() {
          outbox.close()
          await ended
        },
      }
      running.push(one)
      return one
    },
    outcomes: (table: string) =>
      db.query<{ operation: string; status: string; attempts: number; error: string | null }>(
        `select operation, status, attempts, error from supabase_functions.deliveries
         where table_id = $1::regclass order by event_id`,
        [table],
      ),
    /** Ends the deliveries and receivers of a test, and removes its hooks. */
    async clear() {
      for (const receiver of receivers.splice(0)) receiver.close()
      await Promise.all(running.splice(0).map((one) => one.close()))
      await db.query(`do $$ declare one regclass; begin
        for one in select c.oid from pg_class c where c.relkind in ('r', 'p')
          and c.relnamespace = 'public'::regnamespace and not c.relispartition
        loop execute format('drop table %s', one); end loop; end $$`)
      await db.query(`truncate supabase_functions.outbox, supabase_functions.deliveries,
        supabase_functions.hook_settings, net.http_request_queue, net._http_response`)
    },
  }
}

/** Texts of rows in the order in which the receiver accepted them, of each key. */
export function notesOf(arrivals: readonly Arrival[]): Map<unknown, unknown[]> {
  const seen = new Map<unknown, unknown[]>()
  for (const { row } of arrivals) seen.set(row['id'], [...(seen.get(row['id']) ?? []), row['note']])
  return seen
}

/** Saves a hook as it is, as a member who may reveal secrets. */
export async function saveAgain({ owner, ref }: ProjectFixtures, name: string): Promise<void> {
  const { hooks } = await owner.call(webhooks.list, { params: { ref } })
  const found = hooks.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no hook ${name}`)
  const { id, ...hook } = found
  const body = { ...hook, method: 'POST', signature: 'keep', secret_name: null } as const
  await owner.call(webhooks.update, { params: { ref, id }, body })
}

/** A hook of the table `orders`. */
export const hookContent = (change: Partial<NewHook> = {}): NewHook => ({
  schema: 'public',
  table: 'orders',
  name: 'orders hook',
  events: ['DELETE', 'INSERT'],
  method: 'POST',
  url: 'https://example.com/',
  headers: {},
  params: {},
  timeout_ms: 1000,
  max_attempts: 1,
  signature: 'none',
  secret_name: null,
  ...change,
})
