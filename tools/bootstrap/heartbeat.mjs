const everyMs = 1000

/**
 * Sends the supervisor a heartbeat every second, which shows that the event loop is not blocked.
 * Does nothing without a supervisor. When the supervisor is killed the server exits too: the next
 * `npm start` then finds the port and the data directory free, and adopts the databases.
 */
export function startHeartbeat() {
  if (process.send === undefined) return
  notify({ type: 'alive' })
  setInterval(() => notify({ type: 'alive' }), everyMs).unref()
  process.once('disconnect', () => process.exit(1))
  // The listener above must not keep an idle server running.
  process.channel?.unref()
}

/**
 * Reports to the supervisor that the server answers, and the path of its log.
 *
 * @param {{ dataDir: string }} install
 */
export function notifyReady({ dataDir }) {
  notify({ type: 'ready', dataDir })
}

/** @param {object} message */
function notify(message) {
  // A supervisor that has just ended is noticed by the listener above.
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}
