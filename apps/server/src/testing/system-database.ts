import { randomBytes } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

/** The owner of the system cluster that all files of a run share. */
export type SystemCluster = {
  host: string
  port: number
  user: string
  password: string
  database: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    systemCluster: SystemCluster
  }
}

/** Has every migration and no rows; no connection stays open, so it can be copied. */
export const migratedDatabase = 'migrated'

/**
 * A database of the caller's own in the system cluster: with every migration, or empty.
 */
export async function systemDatabase(content: 'migrated' | 'empty' = 'migrated') {
  const cluster = inject('systemCluster')
  const database = `d${randomBytes(8).toString('hex')}`
  const template = content === 'migrated' ? migratedDatabase : 'template1'
  await asOwner(cluster, `create database ${database} template ${template}`)
  return {
    address: { ...cluster, database },
    /** Closes all remaining connections. */
    drop: () => asOwner(cluster, `drop database ${database} with (force)`),
  }
}

async function asOwner(cluster: SystemCluster, statement: string) {
  const owner = new Client(cluster)
  await owner.connect()
  try {
    await owner.query(statement)
  } finally {
    await owner.end()
  }
}
