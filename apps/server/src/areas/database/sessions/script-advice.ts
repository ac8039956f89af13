type Ran = { command: string; text: string }

/** Advice for the author of a script where PostgreSQL does not complain. */
export const advice = {
  staysOpen:
    'The transaction was still open at the end of the run, so it was rolled back. End it with commit in the same run.',
  copiedToNobody:
    'The rows of COPY … TO STDOUT are not shown. Run its query on its own to see them.',
  psql: 'Backslash commands belong to psql. Query the catalog instead, for example select * from pg_tables.',
} as const

export const copiesToNoOne = ({ command, text }: Ran): boolean =>
  command === 'COPY' && /\bto\s+stdout\b/iu.test(text)
