import type { DatabaseActor, DatabaseRole, ProjectDatabase, ProjectEngine } from '@basalt/engine'
import { afterAll, beforeAll } from 'vitest'

import type { TightLimits } from './tight-limits.ts'

/** An engine with one running project, which reads within these limits. */
export type EngineUnderTest = {
  engine: ProjectEngine
  ref: string
  limits: TightLimits
  dispose(): Promise<void>
}

/** The engine of one suite: made before its first test, taken down after its last one. */
export class Subject {
  #made: EngineUnderTest | undefined

  constructor(make: () => Promise<EngineUnderTest>) {
    beforeAll(async () => {
      this.#made = await make()
    }, 60_000)
    afterAll(async () => {
      await this.#made?.dispose()
    }, 60_000)
  }

  get engine(): ProjectEngine {
    return this.#existing.engine
  }

  get limits(): TightLimits {
    return this.#existing.limits
  }

  get ref(): string {
    return this.#existing.ref
  }

  open(role: DatabaseRole = 'owner', actor?: DatabaseActor): Promise<ProjectDatabase> {
    return this.engine.open(this.ref, role, actor)
  }

  get #existing(): EngineUnderTest {
    if (!this.#made) throw new Error('The engine is there only while tests run.')
    return this.#made
  }
}
