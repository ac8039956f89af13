const everyMs = 1000

/**
 * Tells the supervisor every second that the event loop of this process turns. Without a
 * supervisor, nothing happens. A supervisor that is killed takes the server along, as if the
 * server itself had been killed: the next `npm start` then finds the port and the data
 * directory free, and adopts the databases.
 */
export function startHeartbeat() {
  if (process.send === undefined) return
  notify({ type: 'alive' })
  setInterval(() => notify({ type: 'alive' }), everyMs).unref()
  process.once('disconnect', () => process.exit(1))
  // The listener above must not keep a server running that has nothing else to do.
  process.channel?.unref()
}

/**
 * Tells the supervisor that the server answers, and where its log lies.
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
