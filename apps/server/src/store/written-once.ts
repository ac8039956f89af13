import type { CompiledQuery } from 'kysely'

import type { Store } from './store.ts'

/** A placeholder for a value while its statement is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of every request: its text is built the first time, which takes longer than sending
 * it, and only its values change. `write` must not depend on them.
 */
export function writtenOnce<Values extends object, Row>(
  write: (store: Store, values: Values) => CompiledQuery<Row>,
): (store: Store, values: Values) => Promise<Row[]> {
  const marks = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values
  let written: CompiledQuery<Row> | undefined
  return async (store, values) => {
    written ??= write(store, marks)
    const known = new Map(Object.entries(values))
    const parameters = written.parameters.map((one) =>
      one instanceof Placeholder ? known.get(one.name) : one,
    )
    const { rows } = await store.executeQuery<Row>({ ...written, parameters })
    return rows
  }
}
