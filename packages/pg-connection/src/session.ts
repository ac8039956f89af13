import type { DatabaseSession, QueryOptions } from '@basalt/engine'

import type { Lease } from './lease.ts'
import { inReadOnlyTransaction, readOnlyRun, releasedError, runOn } from './run.ts'

/**
 * One connection for a script. Its statements are never prepared under a name: the script may
 * deallocate or define such names.
 */
export function sessionOn(lease: Lease, readOnlyTransactions: boolean): DatabaseSession {
  let released = false
  const stopListening: (() => void)[] = []
  const open = (): Lease => {
    if (released) throw releasedError()
    return lease
  }
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    readOnlyTransactions ? inReadOnlyTransaction(lease, work, 'commit') : work()
  return {
    query: async <Row extends object>(
      text: string,
      values?: readonly unknown[],
      options?: QueryOptions,
    ) => guarded(() => open().query<Row>(text, values, unnamed(options))),
    text: async (text, values, options) =>
      guarded(() => open().text(text, values, unnamed(options))),
    run: async (statement, listener, options) => {
      open()
      const run = readOnlyTransactions || options.isReadOnly ? readOnlyRun(lease) : runOn(lease)
      return run(statement, listener, options)
    },
    listen: async (channel, onNotice) => {
      const { client } = open()
      const onNotification = (notice: { channel: string }) => {
        if (notice.channel === channel) onNotice()
      }
      client.on('notification', onNotification)
      stopListening.push(() => client.off('notification', onNotification))
      await lease.script(`listen ${client.escapeIdentifier(channel)}`)
    },
    isLost: () => released || lease.isLost(),
    processId: () => lease.processId(),
    hasStandardStrings: () => lease.hasStandardStrings(),
    transactionState: () => lease.transactionState(),
    copyFrom: async (statement, chunks, options) =>
      guarded(() => open().copyFrom(statement, chunks, options?.signal)),
    release: async () => {
      if (released) return
      released = true
      for (const stop of stopListening) stop()
      await cleanAndGiveBack(lease)
    },
  }
}

/** `discard all` refuses to run inside a transaction, which is how an open one shows itself. */
async function cleanAndGiveBack(lease: Lease): Promise<void> {
  try {
    await lease.promptly(() => lease.script('discard all'))
  } catch {
    lease.destroy()
    return
  }
  deallocatePreparedStatements(lease)
  lease.discarded()
  lease.release()
}

/** The driver remembers which names it prepared; `discard all` has just dropped them. */
function deallocatePreparedStatements(lease: Lease): void {
  const { connection } = lease.client as unknown as {
    connection: { parsedStatements: Record<string, string> }
  }
  connection.parsedStatements = {}
}

function unnamed(options: QueryOptions | undefined): QueryOptions {
  return { signal: options?.signal, keepRows: options?.keepRows }
}
