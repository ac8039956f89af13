import type { StatementResult } from '../runs/run-model.ts'

type Failed = { error: NonNullable<StatementResult['error']>; start: number }

/**
 * A statement and its error as Markdown. Parameter values are not included: only the written text,
 * and the database's message.
 */
export function errorReport(statement: string, { error, start }: Failed): string {
  const { message, sqlstate, detail, hint, offset } = error
  const position = offset === undefined ? undefined : lineAndColumn(statement, offset - start)
  const fence = fenceFor(statement)
  return [
    'PostgreSQL rejects this statement:',
    '',
    `${fence}sql`,
    statement,
    fence,
    '',
    sqlstate === undefined ? `ERROR: ${message}` : `ERROR ${sqlstate}: ${message}`,
    ...(detail === undefined ? [] : [`DETAIL: ${detail}`]),
    ...(hint === undefined ? [] : [`HINT: ${hint}`]),
    ...(position === undefined ? [] : [`At line ${position.line}, column ${position.column}`]),
  ].join('\n')
}

/** Longer than any run of such signs in the text, so that the text cannot end it. */
function fenceFor(text: string): string {
  const runs = text.match(/`+/gu) ?? []
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
}

function lineAndColumn(text: string, offset: number) {
  const before = text.slice(0, Math.max(0, offset)).split(/\r\n|\r|\n/u)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
