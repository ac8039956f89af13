import { ownerIdentity } from '../areas/account/sessions.ts'
import { ensureDefaultProject } from '../areas/project/default-project.ts'
import { ownerPermissions } from '../http/permissions.ts'
import type { InstallParts } from '../install/install-parts.ts'
import { startTestInstall, strongPassword, type TestInstall } from './test-install.ts'

/** An install without accounts and organizations, whose one project `default` answers. */
export async function startInstallOfOne(change: Partial<InstallParts>): Promise<TestInstall> {
  // The store is created with the install, and used at the first call.
  const identity = () => ownerIdentity(install.store, false)
  const install: TestInstall = await startTestInstall({
    identity: {
      identify: (credentials) => identity().identify(credentials),
      startSession: (...session) => identity().startSession(...session),
      endSession: (token) => identity().endSession(token),
    },
    permissions: {
      getAccess: (principal) => ownerPermissions(install.store, 'default').getAccess(principal),
    },
    // Without a password only this machine is let in.
    publicUrl: 'http://localhost',
    ...change,
  })
  await ensureDefaultProject({ ...install, ownerPassword: strongPassword })
  await install.lifecycle.idle()
  return install
}
