import { setTimeout as delay } from 'node:timers/promises'

import { Client, type PoolConfig } from 'pg'

/** Any number, as long as every control plane uses the same. */
const lockKey = 4_400_002
const timeoutMs = 5000
const pauseMs = 100
const reconnectMs = 1000

/**
 * Ensures that one control plane alone works with a system database, also an external one. Null
 * when another one does. The advisory lock ends with its connection, so a killed process only
 * causes a short wait; a broken connection is opened and locked again, and `onStolen` is called
 * when another process was faster.
 */
export async function holdSystemDatabase(
  connection: PoolConfig,
  onStolen: () => void,
): Promise<(() => Promise<void>) | null> {
  const held: { client: Client | null; isReleased: boolean } = { client: null, isReleased: false }
  const onLost = async () => {
    while (!held.isReleased) {
      await delay(reconnectMs, undefined, { ref: false })
      const outcome = await lock(connection, () => void onLost()).catch(
        () => 'unreachable' as const,
      )
      if (outcome === 'unreachable') continue
      held.client = outcome
      if (outcome === null) onStolen()
      return
    }
  }
  held.client = await lock(connection, () => void onLost())
  if (held.client === null) return null
  return async () => {
    held.isReleased = true
    await held.client?.end()
  }
}

async function lock(connection: PoolConfig, onLost: () => void): Promise<Client | null> {
  const Limited = (connection.Client ?? Client) as typeof Client
  const client = new Limited(connection)
  client.on('error', () => undefined)
  await client.connect()
  const until = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [lockKey],
    )
    if (rows[0]?.locked === true) {
      client.once('end', onLost)
      return client
    }
    if (Date.now() > until) break
    await delay(pauseMs)
  }
  await client.end()
  return null
}
