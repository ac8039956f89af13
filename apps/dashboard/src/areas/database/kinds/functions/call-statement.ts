import type { FunctionArgument, FunctionDesign } from '@basalt/pg-model'

import { written } from '../../../../product/names/written-name.ts'

/** The value of an argument in a call: a text that PostgreSQL reads by its type. */
export type CallValue = { choice: 'value' | 'null' | 'default'; text: string }

type Call = { query: string; values: (string | null)[] }

const isInput = ({ mode }: FunctionArgument): boolean => mode !== 'out' && mode !== 'table'

export const listInputs = (design: FunctionDesign): FunctionArgument[] =>
  design.arguments.filter(isInput)

/** The first choice: the default where there is one. */
export const startValues = (design: FunctionDesign): CallValue[] =>
  listInputs(design).map((one) => ({
    choice: one.default === null ? 'value' : 'default',
    text: one.type === 'boolean' ? 'true' : '',
  }))

/**
 * The statement of a call with its values. Arguments without a name are passed in their order, the
 * others by name, so that a default may be in front of a value.
 */
export function callStatement(design: FunctionDesign, chosen: readonly CallValue[]): Call {
  const { kind, schema, name } = design
  const values: (string | null)[] = []
  const passed: string[] = []
  let input = 0
  for (const one of design.arguments) {
    if (!isInput(one)) {
      // CALL has a place for each output of a procedure.
      if (kind === 'procedure') passed.push(named(one, 'null'))
      continue
    }
    const value = chosen[input]
    input += 1
    if (value === undefined || value.choice === 'default') continue
    values.push(value.choice === 'null' ? null : value.text)
    const text = named(one, `$${values.length}::${one.type}`)
    passed.push(one.mode === 'variadic' ? `variadic ${text}` : text)
  }
  const call = `${written(schema)}.${written(name)}(${passed.join(', ')})`
  return { query: kind === 'procedure' ? `call ${call}` : `select * from ${call}`, values }
}

const named = ({ name }: FunctionArgument, value: string): string =>
  name === '' ? value : `${written(name)} => ${value}`
