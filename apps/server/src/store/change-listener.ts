import { setTimeout as delay } from 'node:timers/promises'

import { Client, type PoolConfig } from 'pg'

/** The channel of the trigger `notify_change` (migration 0022). */
const channel = 'basalt_changes'
const reconnectMs = 1000
/** A broken network closes no connection: a server that does not answer this counts as down. */
const defaultCheckMs = 5000

export type ChangeListener = {
  /** Resolves after the first attempt to connect, whether or not it succeeded. */
  firstAttempt: Promise<void>
  close(): Promise<void>
}

type Listening = {
  /** Whether a connection of this store sent the notification. */
  isOwn: (processId: number) => boolean
  /** Another process committed a change. */
  onChange: () => void
  /** Reports whether notifications are received. */
  onListening: (isListening: boolean) => void
  checkEveryMs?: number
}

/**
 * Listens on a dedicated connection for changes that other processes commit in the system database,
 * and reconnects when that connection breaks. Failures are not reported: without notifications the
 * caller reads from the database, which reports them itself.
 */
export function listenForChanges(connection: PoolConfig, listening: Listening): ChangeListener {
  const closing = new AbortController()
  let client: Client | null = null

  const attempt = async (): Promise<void> => {
    const connected = await connect(connection, { ...listening, onEnd: () => void retry() })
    if (closing.signal.aborted) return connected.end()
    client = connected
    listening.onListening(true)
  }
  const retry = async (): Promise<void> => {
    client = null
    listening.onListening(false)
    await delay(reconnectMs, undefined, { ref: false, signal: closing.signal })
      .then(attempt)
      .catch(() => (closing.signal.aborted ? undefined : retry()))
  }
  return {
    firstAttempt: attempt().catch(() => void retry()),
    async close() {
      closing.abort()
      listening.onListening(false)
      await client?.end()
    },
  }
}

async function connect(
  connection: PoolConfig,
  {
    isOwn,
    onChange,
    onEnd,
    checkEveryMs = defaultCheckMs,
  }: Omit<Listening, 'onListening'> & { onEnd: () => void },
): Promise<Client> {
  const Limited = (connection.Client ?? Client) as typeof Client
  const client = new Limited({
    ...connection,
    keepAlive: true,
    query_timeout: checkEveryMs,
    connectionTimeoutMillis: checkEveryMs,
  })
  client.on('error', () => undefined)
  client.on('notification', ({ processId }) => {
    if (!isOwn(processId)) onChange()
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    disconnect(client)
    throw error
  }
  const checking = setInterval(() => {
    client.query('select 1').catch(() => disconnect(client))
  }, checkEveryMs).unref()
  client.once('end', () => {
    clearInterval(checking)
    onEnd()
  })
  return client
}

/** Closes the socket without a goodbye, which a silent server would not take. */
function disconnect(client: Client): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection
  stream.destroy()
}
