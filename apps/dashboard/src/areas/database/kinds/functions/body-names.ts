import type { FunctionDesign } from '@basalt/pg-model'

import type { Local } from '../../../../product/sql-code/completion/body-place.ts'
import type { CodeBody } from '../../../../product/sql-code/position-of.ts'

/** The names that completion offers in the body of a function; undefined for other languages. */
export function readBody(design: FunctionDesign): CodeBody | undefined {
  const { language, arguments: list, returns } = design
  const named = list.filter(({ name }) => name !== '')
  if (language === 'sql') {
    const inputs = named.filter(({ mode }) => mode !== 'out' && mode !== 'table')
    return { arguments: inputs.map(toLocal), isProcedural: false }
  }
  if (language !== 'plpgsql') return undefined
  const special = returns === null ? [] : (triggerNames[returns] ?? [])
  const found = { name: 'found', type: 'boolean' }
  return { arguments: [...named.map(toLocal), ...special, found], isProcedural: true }
}

const toLocal = ({ name, type }: Local): Local => ({ name, type })

const texts = (...names: string[]): Local[] => names.map((name) => ({ name, type: 'text' }))

/** Variables that PostgreSQL sets, by the type of the result. */
const triggerNames: Readonly<Record<string, readonly Local[]>> = {
  trigger: [
    { name: 'new', type: 'record' },
    { name: 'old', type: 'record' },
    ...texts('tg_op', 'tg_when', 'tg_level', 'tg_name', 'tg_table_schema', 'tg_table_name'),
    { name: 'tg_relid', type: 'oid' },
    { name: 'tg_nargs', type: 'integer' },
    { name: 'tg_argv', type: 'text[]' },
  ],
  event_trigger: texts('tg_event', 'tg_tag'),
}
