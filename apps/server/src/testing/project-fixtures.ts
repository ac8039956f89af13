import type { Assignment } from '@basalt/access'

import { grantRole } from '../demo/demo.ts'
import {
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestParts,
} from './test-install.ts'

export type ProjectFixtures = Awaited<ReturnType<typeof projectFixtures>>

/** A project with its owner, and functions that add members. */
export async function projectFixtures(change: TestParts = {}) {
  const install = await startTestInstall(change)
  const { client: owner, organization } = await signUpOwner(install)
  const { ref, connectionString } = await createProject(owner, organization.slug)
  return {
    install,
    owner,
    organization,
    ref,
    close: () => install.close(),
    /** A user with a role in its organization, who may connect to its database. */
    member: async (role: Assignment['role']) => {
      const { client, email, profile } = await signUp(install)
      await grantRole(install.store, {
        email,
        organizationSlug: organization.slug,
        assignment: { role, project_roles: [] },
      })
      client.connections.set(ref, connectionString ?? '')
      return { client, email, profile }
    },
    /** Runs statements outside of the product, as the owner of the database. */
    run: async (...statements: string[]) => {
      const session = await (await install.engine.open(ref, 'owner')).session()
      const listener = { onFields() {}, onRows() {}, onNotice() {} }
      for (const statement of statements) await session.run(statement, listener, { batchRows: 100 })
      await session.release()
    },
  }
}
