import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { internet } from '@basalt/identity'
import { expect, test } from 'vitest'

import { projectFixtures } from '../../testing/project-fixtures.ts'
import { ProjectOutbox } from './project-outbox.ts'

test('a committed insert reaches the receiver, and an answer is stored', async () => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const fixtures = await projectFixtures()
  const { install, ref } = fixtures
  const db = await install.engine.open(ref, 'owner')
  await db.query('create extension basalt_webhooks')
  await db.query('create extension pg_net')
  await db.query('create table orders (id bigint primary key)')
  await db.query(`create trigger hook after insert or update or delete on orders for each row
    execute function supabase_functions.http_request('${url}', 'POST', '{}', '{}', '1000')`)
  const log = { info() {}, warn() {}, error() {} }
  const outside = internet({ allowsLoopback: true })
  const { parts, store, logs } = install
  const services = {
    ...parts,
    store,
    engine: install.engine,
    logs,
    log,
    outside,
    retryMs: 50,
    probeMs: 100,
  }
  const outbox = new ProjectOutbox({ ref, db, services, onFailing: async () => undefined })
  const running = outbox.run()
  await db.query('insert into orders values (9007199254740993)')
  await db.query(`select net.http_get('${url}')`)
  await expect.poll(() => bodies.length, { timeout: 5000 }).toBe(2)
  expect(bodies.toSorted()).toEqual([
    '',
    '{"type":"INSERT","table":"orders","schema":"public","record":{"id": 9007199254740993},"old_record":null}',
  ])
  const read = () => db.query('select status, status_code from supabase_functions.deliveries')
  await expect.poll(read).toEqual([{ status: 'delivered', status_code: 204 }])
  const answers = () => db.query('select status_code from net._http_response')
  await expect.poll(answers).toEqual([{ status_code: 204 }])
  outbox.close()
  await running
  server.close()
  await fixtures.close()
})
