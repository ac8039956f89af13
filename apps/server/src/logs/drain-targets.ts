import type { LogSource, NewLogRow } from '@basalt/logs'

export type DrainTarget = { id: string; ref: string; sources: readonly LogSource[] }

const none: readonly string[] = []

/** Which drains get a row, as far as this server has read. */
export class DrainTargets {
  #byRef = new Map<string, DrainTarget[]>()

  set(targets: readonly DrainTarget[]): void {
    this.#byRef = new Map()
    for (const target of targets) {
      this.#byRef.set(target.ref, [...(this.#byRef.get(target.ref) ?? []), target])
    }
  }

  /** Whether no project has a drain. */
  get isEmpty(): boolean {
    return this.#byRef.size === 0
  }

  /** Rows that Basalt itself caused are not sent. */
  of({ ref, source, isOwn = false }: NewLogRow): readonly string[] {
    const targets = this.#byRef.get(ref)
    if (targets === undefined || isOwn) return none
    return targets.flatMap(({ id, sources }) => (sources.includes(source) ? [id] : []))
  }
}
