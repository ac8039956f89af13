import { loadGrammar } from '../grammar.ts'
import type { ReadScript } from '../script.ts'

/**
 * The lines of a table, `expected => statement`; empty ones and those that start with `#` are
 * comments. `
 * ` is a line end in a statement.
 */
export const listLines = (table: string): [expected: string, sql: string][] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => {
      const [expected = '', ...sql] = line.split('=> ')
      return [expected.trim(), sql.join('=> ').trim().replaceAll('⏎', '\n')]
    })

export async function read(script: string): Promise<ReadScript> {
  const grammar = await loadGrammar()
  return grammar.read(script)
}

/** The warnings of a script in short form: `drop(table a) & delete(b)`. */
export async function listWarnings(script: string): Promise<string> {
  const { statements } = await read(script)
  return statements
    .flatMap(({ warnings }) => warnings.map(({ code, subject }) => `${code}(${subject})`))
    .join(' & ')
}
