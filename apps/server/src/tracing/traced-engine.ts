import type { ProjectDatabase, ProjectEngine, Queryable } from '@basalt/engine'

import type { Tracing } from './tracing.ts'

/** The same engine, whose statements are spans of the request that causes them. */
export function tracedEngine(engine: ProjectEngine, tracing: Tracing): ProjectEngine {
  const open: ProjectEngine['open'] = async (ref, role, actor) =>
    tracedDatabase(await engine.open(ref, role, actor), { ref, tracing })
  return new Proxy(engine, {
    get(target, key) {
      if (key === 'open') return open
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type Traced = { ref: string; tracing: Tracing }

const tracedDatabase = (db: ProjectDatabase, traced: Traced): ProjectDatabase => ({
  ...tracedStatements(db, traced),
  shared: db.shared,
  transaction: (work) => db.transaction((tx) => work(tracedStatements(tx, traced))),
  snapshot: (work) => db.snapshot(work),
  session: () => db.session(),
})

function tracedStatements(db: Queryable, { ref, tracing }: Traced): Queryable {
  const trace = async <Answer>(sql: string, run: () => Promise<Answer>): Promise<Answer> => {
    const span = tracing.statement(sql)
    if (span === null) return run()
    span.set('basalt.project', ref)
    try {
      const answer = await run()
      span.end()
      return answer
    } catch (error) {
      span.end({ isFailure: true })
      throw error
    }
  }
  return {
    query: (text, values, options) => trace(text, () => db.query(text, values, options)),
    text: (text, values, options) => trace(text, () => db.text(text, values, options)),
  }
}
