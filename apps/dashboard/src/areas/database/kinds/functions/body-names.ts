import type { FunctionDesign } from '@basalt/pg-model'

import { type Local, specialNames } from '../../../../product/names/local-names.ts'
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
  return {
    arguments: [...named.map(toLocal), ...specialNames(returns ?? '')],
    isProcedural: true,
  }
}

const toLocal = ({ name, type }: Local): Local => ({ name, type })
