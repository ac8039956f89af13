type Ran = { command: string; text: string }

/** Whether a transaction is open after a statement that succeeded. */
export function isTransactionOpen(wasOpen: boolean, { command, text }: Ran): boolean {
  if (command === 'BEGIN' || command === 'START TRANSACTION') return true
  if (command === 'COMMIT' || command === 'ROLLBACK') {
    return wasOpen && (/\band\s+chain\b/iu.test(text) || /^rollback\b.*\bto\b/isu.test(text))
  }
  return wasOpen && command !== 'PREPARE TRANSACTION'
}

/** What the author of a script would want to know although PostgreSQL does not complain. */
export const advice = {
  leftOpen:
    'The transaction was still open at the end of the run, so it was rolled back. End it with commit in the same run.',
  copiedToNobody:
    'The rows of COPY … TO STDOUT are for a client that reads them, and are not shown. Run its query on its own to see them.',
} as const

export const copiesToNobody = ({ command, text }: Ran): boolean =>
  command === 'COPY' && /\bto\s+stdout\b/iu.test(text)
