import { Client, type ClientConfig } from 'pg'

/** Any number, as long as every control plane uses the same. */
const lockKey = 4_400_002
const patienceMs = 5000
const pauseMs = 100

/**
 * Makes sure that one control plane alone works with a system database, also when it is
 * elsewhere. Null when another one does. The lock ends with the connection, so a killed
 * process leaves nothing behind but a moment of waiting.
 */
export async function lockSystemDatabase(
  connection: ClientConfig,
): Promise<(() => Promise<void>) | null> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1) as locked',
      [lockKey],
    )
    if (rows[0]?.locked === true) return () => client.end()
    if (Date.now() > until) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await client.end()
  return null
}
