import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

import { buildScript, buildStatement, listStatements } from './statement-mark.ts'
import { type StatementRange, statementRanges } from './statement-ranges.ts'

/** Replaces the first of `instead` that is in the text, else inserts after the statement. */
export function insertInto(view: EditorView, sql: string, instead: readonly string[]) {
  const { state } = view
  const old = positionOfFirst(state, instead)
  const change = old === undefined ? added(state, sql.trim()) : replaced(state, sql.trim(), old)
  view.dispatch({
    changes: change,
    selection: { anchor: change.from + change.insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
  view.focus()
  return old === undefined ? ('added' as const) : ('replaced' as const)
}

function replaced(state: EditorState, sql: string, { start, end }: StatementRange) {
  const isEnded = buildScript(state).startsWith(';', end)
  return { from: start, to: isEnded ? end + 1 : end, insert: isEnded ? ended(sql) : sql }
}

/** Statements without a separator would be one. */
function added(state: EditorState, sql: string) {
  const script = buildScript(state)
  const current = buildStatement(state)
  const { end } = current ?? { end: script.length }
  const isEnded = current === undefined || script.startsWith(';', end)
  const from = current !== undefined && isEnded ? end + 1 : end
  const isLast = listStatements(state).every(({ start }) => start < from)
  const text = isLast ? sql : ended(sql)
  return { from, to: from, insert: from === 0 ? text : `${isEnded ? '' : ';'}\n\n${text}` }
}

/** The first of the texts that the script contains as whole statements. */
function positionOfFirst(state: EditorState, texts: readonly string[]): StatementRange | undefined {
  const script = buildScript(state)
  const ranges = listStatements(state)
  for (const text of texts) {
    const target = statementsIn(text)
    const position = ranges
      .filter(({ start }) => target !== '' && script.startsWith(target, start))
      .map(({ start }) => ({ start, end: start + target.length }))
      .find((one) => ranges.some(({ end }) => end === one.end))
    if (position !== undefined) return position
  }
  return undefined
}

/** Without blanks and comments around them, and without the last semicolon. */
function statementsIn(text: string): string {
  const ranges = statementRanges(text)
  return text.slice(ranges[0]?.start ?? 0, ranges.at(-1)?.end ?? 0)
}

/** With a semicolon after its last statement: one inside a comment does not count. */
function ended(sql: string): string {
  const end = statementRanges(sql).at(-1)?.end
  if (end === undefined || sql.startsWith(';', end)) return sql
  return `${sql.slice(0, end)};${sql.slice(end)}`
}
