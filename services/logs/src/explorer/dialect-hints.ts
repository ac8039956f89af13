/** Words of other dialects of SQL, and how PostgreSQL writes them. */
const hints: readonly { pattern: RegExp; hint: string }[] = [
  { pattern: /`/u, hint: 'Write names without backticks.' },
  {
    pattern: /\bcurrent_(?:timestamp|date|datetime)\s*\(\s*\)/iu,
    hint: 'Write now() or current_timestamp, without brackets.',
  },
  {
    pattern: /\binterval\s+\d+\s+[a-z]+/iu,
    hint: "Write an interval in quotes: interval '1 hour'.",
  },
  { pattern: /\b[rb]['"]/iu, hint: "Write a pattern as a plain text: 'pattern'." },
  { pattern: /\bsafe_(?:cast|offset|ordinal)\b/iu, hint: 'Write cast(value as type).' },
  { pattern: /\bunnest\s*\([^()]*\)\s+with\s+offset\b/iu, hint: 'Write WITH ORDINALITY.' },
  {
    pattern: /\b(?:timestamp_trunc|datetime_trunc|timestamp_diff)\s*\([^()]*,\s*[a-z]+\s*\)/iu,
    hint: "Write the part of a time in quotes: timestamp_trunc(timestamp, 'hour').",
  },
  { pattern: /\bselect\s+\*\s+except\s*\(/iu, hint: 'List the columns instead of EXCEPT.' },
  { pattern: /"[^"]*"/u, hint: "Texts are written in single quotes: 'text'." },
]

/** How to write what a failed query probably means; null when nothing is known. */
export const dialectHint = (sql: string): string | null =>
  hints.find(({ pattern }) => pattern.test(sql))?.hint ?? null
