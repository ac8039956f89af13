import { performance } from 'node:perf_hooks'

import { Client } from 'pg'

import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { prepareTeam } from './sql-team.mjs'
import { measure, measurePairs } from './statistics.mjs'

const messages = 500
const pairs = 15
/** 0.8 times the speed of the same statements. */
const target = 1.25

/** A message that is sent, read and deleted, compared with the statements written by hand. */
export async function measureQueues() {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path)
  try {
    const { databaseUrl } = await prepareTeam(install.url, { size: 1, plan: 'team' })
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query('create extension pgmq')
      await client.query(`select pgmq.create('bench')`)
      const figures = await measurePairs(
        () => timed(client, byFunctions),
        () => timed(client, byHand),
        pairs,
      )
      const name = `Queues: ${messages} messages sent, read and deleted`
      return [measure({ name, unit: 'ms', figures, target })]
    } finally {
      await client.end()
    }
  } finally {
    await install.stop()
    data.remove()
  }
}

const body = JSON.stringify({ to: 'ada@example.com', template: 'welcome', number: 12_345 })

/** @param {Client} client */
async function byFunctions(client) {
  await client.query(`select * from pgmq.send('bench', $1::jsonb)`, [body])
  const { rows } = await client.query(`select * from pgmq.read('bench', 30, 1)`)
  await client.query(`select pgmq.delete('bench', $1::bigint)`, [rows[0].msg_id])
}

/** @param {Client} client */
async function byHand(client) {
  await client.query(
    `insert into pgmq.q_bench (vt, message) values (clock_timestamp(), $1) returning msg_id`,
    [body],
  )
  const { rows } = await client.query(`
    with free as (
      select msg_id from pgmq.q_bench where vt <= now() order by msg_id limit 1
      for update skip locked
    )
    update pgmq.q_bench q
    set last_read_at = now(), vt = now() + interval '30 seconds', read_ct = read_ct + 1
    from free where q.msg_id = free.msg_id returning q.*`)
  await client.query('delete from pgmq.q_bench where msg_id = $1', [rows[0].msg_id])
}

/**
 * @param {Client} client
 * @param {(client: Client) => Promise<void>} work
 */
async function timed(client, work) {
  const began = performance.now()
  // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
  for (let at = 0; at < messages; at += 1) await work(client)
  return performance.now() - began
}
