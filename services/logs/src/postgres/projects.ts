import type { Pool } from 'pg'

/** Short numbers of projects, which rows carry instead of their refs. */
export class ProjectNumbers {
  readonly #pool: Pool
  readonly #known = new Map<string, number>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Null for a project without rows. */
  async find(ref: string): Promise<number | null> {
    const known = this.#known.get(ref)
    if (known !== undefined) return known
    const { rows } = await this.#pool.query<{ id: number }>(
      'select id from logs.projects where ref = $1',
      [ref],
    )
    const [row] = rows
    if (row === undefined) return null
    this.#known.set(ref, row.id)
    return row.id
  }

  /** Gives a number to each ref that has none. */
  async ensure(refs: readonly string[]): Promise<Map<string, number>> {
    const missing = refs.filter((ref) => !this.#known.has(ref))
    if (missing.length > 0) {
      await this.#pool.query(
        'insert into logs.projects (ref) select unnest($1::text[]) on conflict (ref) do nothing',
        [missing],
      )
      const { rows } = await this.#pool.query<{ id: number; ref: string }>(
        'select id, ref from logs.projects where ref = any ($1)',
        [missing],
      )
      for (const { id, ref } of rows) this.#known.set(ref, id)
    }
    return new Map(refs.map((ref) => [ref, this.#known.get(ref) ?? 0]))
  }
}
