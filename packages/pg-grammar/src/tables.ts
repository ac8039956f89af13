import type { Finding, PossibleWarning, TableEvent, Warning } from './warning.ts'

/** Schemas that programs access directly over the Data API. */
const exposed = new Set(['public'])

type Read = { findings: readonly Finding[]; events: readonly TableEvent[] }
type Created = { at: number; finding: Finding | null; isSecured: boolean }

/**
 * Warnings that need the whole script: a table that is created and secured in the same script, or
 * dropped at its end, does not lack row level security, and a table that the script created is
 * empty and fast to rewrite.
 */
export function persistentWarnings(statements: readonly Read[]): (Warning | PossibleWarning)[][] {
  const tables = new ScriptTables()
  const warnings = statements.map(({ findings, events }, at) => {
    const persistent = findings
      .filter(({ code, table }) => code !== 'rewrites_table' || !table || !tables.has(table))
      .map(getWarning)
    for (const event of events) tables.apply(event, at)
    return persistent
  })
  for (const { at, finding } of tables.open()) {
    if (finding === null) continue
    warnings[at]?.push(getWarning(finding))
  }
  return warnings
}

const getWarning = ({
  code,
  subject,
  start,
  end,
  columns,
}: Finding): Warning | PossibleWarning => ({
  code,
  subject,
  start,
  end,
  ...(columns !== undefined && { columns }),
})

/** The tables that a script has made so far. */
class ScriptTables {
  readonly #tables = new Map<string, Created>()
  /** The schema of unqualified names. */
  #schema = 'public'

  has(table: readonly [string, string]): boolean {
    return this.#tables.has(this.#key(table))
  }

  apply(event: TableEvent, at: number): void {
    if (event.type === 'path') {
      this.#schema = event.schema === '' ? 'public' : event.schema
      return
    }
    const key = this.#key(event.table)
    const known = this.#tables.get(key)
    if (event.type === 'create') {
      const isSecured = known?.isSecured ?? false
      this.#tables.set(key, { at, finding: event.finding, isSecured })
    } else if (event.type === 'secure') {
      if (known !== undefined) known.isSecured = true
    } else {
      this.#tables.delete(key)
      if (known !== undefined) this.#keep(event, known)
    }
  }

  open(): Created[] {
    return [...this.#tables]
      .filter(([key, { isSecured }]) => exposed.has(getSchema(key)) && !isSecured)
      .map(([, created]) => created)
  }

  #keep(event: TableEvent, known: Created): void {
    if (event.type === 'rename') this.#tables.set(this.#key([event.table[0], event.to]), known)
    if (event.type === 'move') this.#tables.set(this.#key([event.to, event.table[1]]), known)
  }

  #key([schema, name]: readonly [string, string]): string {
    return JSON.stringify([schema === '' ? this.#schema : schema, name])
  }
}

const getSchema = (key: string): string => String((JSON.parse(key) as unknown[])[0])
