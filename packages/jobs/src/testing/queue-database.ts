import { randomBytes } from 'node:crypto'

import { Client, Pool } from 'pg'
import { inject } from 'vitest'

import type { Log } from '../log.ts'
import { migrateQueue } from '../worker.ts'

/** An empty database in the cluster that all files of a run share, and a way to add jobs to it. */
export async function queueDatabase() {
  const cluster = inject('systemCluster')
  const database = `j${randomBytes(8).toString('hex')}`
  const asOwner = async (statement: string) => {
    const owner = new Client(cluster)
    await owner.connect()
    await owner.query(statement).finally(() => owner.end())
  }
  await asOwner(`create database ${database} template template1`)
  const address = { ...cluster, database }
  const pool = new Pool({ ...address, max: 2 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrateQueue(pool, silent)
  return {
    address,
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async drop() {
      await pool.end()
      await asOwner(`drop database ${database} with (force)`)
    },
  }
}

export const silent: Log = { warn: () => undefined, error: () => undefined }
