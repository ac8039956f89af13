import { EngineError, type ProjectDatabase, type Queryable } from '@basalt/engine'
import { quoteIdent, splitStatements } from '@basalt/pg-sql'

export type ScriptResult = {
  state: 'passed' | 'failed' | 'error'
  /** Of the Test Anything Protocol, with the differences of failed tests. */
  lines: string[]
  /** Of an error that ended the script; null otherwise. */
  message: string | null
}

class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Runs a test in the syntax of pgTAP, after statements that change the database for it, in a
 * transaction that is always rolled back.
 */
export async function runScript(
  db: ProjectDatabase,
  { sql, schema, first = [] }: { sql: string; schema: string; first?: readonly string[] },
): Promise<ScriptResult> {
  let lines: string[] = []
  try {
    await db.transaction(async (tx) => {
      await tx.text("set local statement_timeout = '10s'")
      await tx.text("set local lock_timeout = '2s'")
      await tx.text(`set local search_path = public, ${quoteIdent(schema)}`)
      for (const statement of first) await tx.text(statement)
      lines = await listLines(tx, sql)
      throw new RolledBack()
    })
  } catch (error) {
    if (error instanceof EngineError && error.kind === 'statement')
      return { state: 'error', lines, message: error.message }
    if (!(error instanceof RolledBack)) throw error
  }
  // A line of `finish` says that fewer tests ran than planned.
  const isFailed = lines.some((line) => line.startsWith('not ok') || line.startsWith('# '))
  return { state: isFailed ? 'failed' : 'passed', lines, message: null }
}

/** The script begins and ends a transaction by itself, as a file for other tools must. */
const boundary = /^(?:begin|rollback|commit|start\s+transaction|end|abort)\b/iu

async function listLines(tx: Queryable, sql: string): Promise<string[]> {
  const lines: string[] = []
  for (const { text } of splitStatements(sql)) {
    if (boundary.test(text.replaceAll(/^(?:\s|--[^\n]*\n)+/gu, ''))) continue
    const { rows } = await tx.text(text)
    lines.push(...rows.flatMap(([line]) => line?.split('\n') ?? []))
  }
  return lines.filter((line) => /^(?:ok|not ok|1\.\.|#)/u.test(line))
}
