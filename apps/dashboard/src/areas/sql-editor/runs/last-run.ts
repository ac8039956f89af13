import type { QueryRun } from '@basalt/contract/database/query-runs'

const ofWord = /[\p{L}\p{N}_$]/u

/** The last run whose text is in the query, and its position; runs are sorted latest first. */
export function lastRunIn(
  text: string,
  runs: readonly QueryRun[],
): { run: QueryRun; from: number } | undefined {
  for (const run of runs) {
    const from = findPosition(text, run.sql.trim())
    if (from >= 0) return { run, from }
  }
  return undefined
}

/** The position of a separate occurrence, or -1. */
function findPosition(text: string, part: string): number {
  if (part === '') return -1
  for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + 1)) {
    const [before = '', after = ''] = [text[from - 1], text[from + part.length]]
    const isCut =
      (ofWord.test(before) && ofWord.test(part[0] ?? '')) ||
      (ofWord.test(after) && ofWord.test(part.at(-1) ?? ''))
    if (!isCut) return from
  }
  return -1
}
