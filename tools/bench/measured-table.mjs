import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { Client } from 'pg'

import { createCaller, projectWhen } from '../install/api.mjs'
import { createProject } from './projects.mjs'

/**
 * Signs up a user and creates a project with a table of a million rows or more.
 *
 * @param {string} url of a running install
 * @param {number} rows
 */
export async function prepareTable(url, rows) {
  const password = `Gneiss-${randomBytes(12).toString('hex')}`
  const caller = createCaller(url)
  await caller.signUp({ email: 'bench@example.test', password })
  const { slug } = await caller.call('POST', '/platform/organizations', {
    body: { name: 'Bench', plan: 'free' },
  })
  const { ref } = await createProject(caller, slug, password)
  const project = await projectWhen(caller, ref, { status: 'ACTIVE_HEALTHY' })
  const { host, port, user, database } = project.connection
  const connectionString = `postgresql://${user}:${password}@${host}:${port}/${database}`
  const tableId = await fill(connectionString, rows)
  return { caller, slug, password, ref, tableId, connectionString }
}

/**
 * @param {string} connectionString
 * @param {number} count of rows
 */
async function fill(connectionString, count) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const script = readFileSync(new URL('readings.sql', import.meta.url), 'utf8').replaceAll(
      '1000000',
      String(count),
    )
    // One by one: vacuum cannot run among other statements.
    for (const statement of script.split(/;\s*$/mu)) {
      if (statement.trim() !== '') await client.query(statement)
    }
    const { rows } = await client.query("select 'readings'::regclass::oid::int as id")
    return Number(rows[0].id)
  } finally {
    await client.end()
  }
}
